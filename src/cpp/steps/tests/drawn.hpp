/// Helpers of the drawings' tests: addresses of no object, and counts of a drawing's
/// parts.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

inline const void* at(std::uintptr_t address) {
    return reinterpret_cast<const void*>(address);
}

inline std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != text.npos;
         at = text.find(part, at + 1)) {
        ++n;
    }
    return n;
}
