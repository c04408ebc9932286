#pragma once

/// The steps from cpp-flat to the limit, each of which can be switched off, to see what
/// it is worth.

#include <cstddef>
#include <string>

#include "mapping.hpp"

namespace allocpool::cpp_limit {

struct Steps {
    /// Fields and header in one cache line; otherwise, fields behind the packet's bytes.
    bool layout = true;

    /// Handles are 32-bit numbers; otherwise, addresses. Those are faster on a processor
    /// that follows addresses by itself, so this step is off by default.
    bool handles = false;

    /// The oldest and the newest packet share a place in the queue's ring; otherwise,
    /// two.
    bool ring = true;

    /// Packets are prefetched; otherwise, fetched when they are needed.
    bool prefetch = true;

    /// Huge pages; otherwise, small ones.
    bool pages = true;

    /// With `prefetch`: the number of packets ahead.
    std::size_t prefetch_distance = default_prefetch_distance;

    static constexpr std::size_t default_prefetch_distance = 32;

    /// Less than the shortest queue, of 100 packets.
    static constexpr std::size_t most_prefetch_distance = 64;

    /// Packets ahead, or 0.
    std::size_t distance() const noexcept { return prefetch ? prefetch_distance : 0; }

    Pages page_kind() const noexcept { return pages ? Pages::huge : Pages::small; }

    /// The names of those switched on, separated by commas; or "none".
    std::string text() const;

    bool operator==(const Steps&) const = default;
};

/// Reads what text() writes, in any order.
/// @param option its name, the first word of the message
/// @throws BadInput for any other name or a repeated one
Steps parse_steps(const std::string& option, const std::string& text);

}  // namespace allocpool::cpp_limit
