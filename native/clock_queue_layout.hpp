#pragma once

/// The layout of a clock queue's memory, defined only here. Java asks for these numbers
/// through JNI.
///
///     0    padding
///     128  limit, 32 bits
///     132  padding
///     256  array 0, `capacity` sequence numbers of 32 bits
///          padding of at least 128 bytes
///          array 1
///          padding of at least 128 bytes
///
/// Padding on both sides keeps the limit and the arrays on cache lines of their own
/// wherever the block begins: a direct ByteBuffer is only aligned to eight bytes. (A line
/// has 64 bytes on most machines; 128 on Apple's, and Intel's fetch lines in pairs.)

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace allocpool {

struct ClockQueueLayout {
    static constexpr std::size_t line_bytes = 128;
    static constexpr std::size_t element_bytes = sizeof(std::uint32_t);

    static constexpr std::size_t limit_offset = line_bytes;
    static constexpr std::size_t first_array_offset = limit_offset + line_bytes;

    /// Offset of array 0 or 1.
    static constexpr std::size_t array_offset(unsigned which, std::uint32_t capacity) {
        return first_array_offset + which * (rounded(capacity) + line_bytes);
    }

    /// Size of the whole block.
    static constexpr std::size_t bytes(std::uint32_t capacity) {
        return array_offset(2, capacity);
    }

    /// The block must fit a ByteBuffer, whose size is a Java int.
    static constexpr std::uint32_t max_capacity =
        (std::numeric_limits<std::int32_t>::max() - 4 * line_bytes) / 2 / line_bytes *
        (line_bytes / element_bytes);

    /// @throws std::invalid_argument unless `capacity` is from 1 to `max_capacity`
    static std::uint32_t checked(std::int64_t capacity) {
        if (capacity < 1 || capacity > max_capacity) {
            throw std::invalid_argument("the clock queue's capacity must be from 1 to " +
                                        std::to_string(max_capacity) + " ticks, not " +
                                        std::to_string(capacity));
        }
        return static_cast<std::uint32_t>(capacity);
    }

  private:
    static constexpr std::size_t rounded(std::uint32_t capacity) {
        const std::size_t bytes = std::size_t{capacity} * element_bytes;
        return (bytes + line_bytes - 1) / line_bytes * line_bytes;
    }
};

static_assert(ClockQueueLayout::limit_offset >= ClockQueueLayout::line_bytes);
static_assert(ClockQueueLayout::first_array_offset - ClockQueueLayout::limit_offset >=
                  ClockQueueLayout::line_bytes,
              "the limit shares no cache line with an array");
static_assert(ClockQueueLayout::array_offset(1, 1) -
                      ClockQueueLayout::array_offset(0, 1) >=
                  ClockQueueLayout::line_bytes + ClockQueueLayout::element_bytes,
              "the arrays share no cache line");
static_assert(ClockQueueLayout::bytes(ClockQueueLayout::max_capacity) <=
              std::numeric_limits<std::int32_t>::max());

}  // namespace allocpool
