#pragma once

/// The time between two packets. We count picoseconds, as the clock does, but show
/// nanoseconds.

#include <algorithm>
#include <cstdint>
#include <string>

#include "sizes.hpp"

namespace allocpool {

/// A time from 1 ns to a minute.
struct Interval {
    std::uint64_t picoseconds;

    static constexpr std::uint64_t per_nanosecond = 1'000;

    // --8<-- [start:capacity]
    /// Ticks that arrive during the longest time they may have to wait; at least 1.
    std::uint64_t capacity() const {
        constexpr std::uint64_t per_millisecond = 1'000'000 * per_nanosecond;
        return std::max<std::uint64_t>(
            max_capturing_delay_ms * per_millisecond / picoseconds, 1);
    }
    // --8<-- [end:capacity]

    /// Nanoseconds, with as many decimals as needed: 10, 12.5, 14.137.
    std::string text() const;

    bool operator==(const Interval&) const = default;
};

/// Parses a plain decimal, digits and a point: nanoseconds, rounded to picoseconds.
/// @param name the value's name, the first word of the message
/// @throws BadInput
Interval parse_interval(const std::string& name, const std::string& text);

}  // namespace allocpool
