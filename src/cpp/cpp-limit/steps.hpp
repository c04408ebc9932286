#pragma once

/// The steps from cpp-flat to the limit, each of which can be taken or left out, to see
/// what it is worth.

#include <cstddef>
#include <string>

#include "mapping.hpp"

namespace allocpool::cpp_limit {

struct Steps {
    /// Fields and header in one cache line; or the fields behind the packet's bytes.
    bool layout = true;

    /// Handles are numbers of 32 bits; or addresses. A processor that follows addresses by
    /// itself makes those the faster ones, so this step is not taken by default.
    bool handles = false;

    /// A place of the queue's ring serves the oldest packet and the newest; or two do.
    bool ring = true;

    /// Packets are fetched before they are needed; or when they are.
    bool prefetch = true;

    /// Huge pages; or small ones.
    bool pages = true;

    /// With `prefetch`: so many packets ahead.
    std::size_t prefetch_distance = default_prefetch_distance;

    static constexpr std::size_t default_prefetch_distance = 32;

    /// Less than the shortest queue, of 100 packets.
    static constexpr std::size_t most_prefetch_distance = 64;

    /// Packets ahead, or 0.
    std::size_t distance() const noexcept { return prefetch ? prefetch_distance : 0; }

    Pages page_kind() const noexcept { return pages ? Pages::huge : Pages::small; }

    /// The names of those taken, with commas between; or "none".
    std::string text() const;

    bool operator==(const Steps&) const = default;
};

/// Reads what text() writes; the order does not matter.
/// @param option its name, the first word of the message
/// @throws BadInput for another name, and for one that is there twice
Steps parse_steps(const std::string& option, const std::string& text);

}  // namespace allocpool::cpp_limit
