#pragma once

/// A block's contents: its number, all over its first line and its last. What lies
/// between stays untouched, as in a packet of which only the header is read.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace allocpool::blocks {

inline constexpr std::size_t line_bytes = 64;

/// Precondition of both functions: `bytes` is a multiple of 16.
inline void write_contents(std::byte* block, std::size_t bytes,
                           std::uint64_t number) noexcept {
    const auto write = [&](std::size_t from, std::size_t to) {
        for (std::size_t at = from; at < to; at += sizeof(number)) {
            std::memcpy(block + at, &number, sizeof(number));
        }
    };
    write(0, std::min(bytes, line_bytes));
    if (bytes > line_bytes) {
        write(bytes - line_bytes, bytes);
    }
}

/// @return true if the block has the contents of that number
inline bool has_contents(const std::byte* block, std::size_t bytes,
                         std::uint64_t number) noexcept {
    std::uint64_t differences = 0;
    const auto read = [&](std::size_t from, std::size_t to) {
        for (std::size_t at = from; at < to; at += sizeof(number)) {
            std::uint64_t found = 0;
            std::memcpy(&found, block + at, sizeof(found));
            differences |= found ^ number;
        }
    };
    read(0, std::min(bytes, line_bytes));
    if (bytes > line_bytes) {
        read(bytes - line_bytes, bytes);
    }
    return differences == 0;
}

}  // namespace allocpool::blocks
