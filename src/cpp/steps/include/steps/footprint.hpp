#pragma once

/// The memory that an operation touches, in the units in which hardware moves it.

#include <cstddef>
#include <cstdint>
#include <set>

namespace steps {

inline constexpr std::size_t line_bytes = 64;  ///< of a cache line, on most machines
inline constexpr std::size_t page_bytes =
    4096;  ///< of a page, where it is not a huge one

/// The distinct cache lines and pages in some pieces of memory.
class Footprint {
  public:
    /// Counts `bytes` bytes at `at`; memory touched twice counts once.
    void touch(const void* at, std::size_t bytes) {
        if (bytes == 0) {
            return;
        }
        const auto first = reinterpret_cast<std::uintptr_t>(at);
        const std::uintptr_t last = first + bytes - 1;
        for (std::uintptr_t line = first / line_bytes; line <= last / line_bytes;
             ++line) {
            lines_.insert(line);
        }
        for (std::uintptr_t page = first / page_bytes; page <= last / page_bytes;
             ++page) {
            pages_.insert(page);
        }
    }

    /// Counts a whole object.
    template <class T>
    void touch(const T& object) {
        touch(&object, sizeof object);
    }

    std::size_t lines() const { return lines_.size(); }
    std::size_t pages() const { return pages_.size(); }

  private:
    std::set<std::uintptr_t> lines_;
    std::set<std::uintptr_t> pages_;
};

}  // namespace steps
