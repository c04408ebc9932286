#pragma once

/// A run's results, in numbers that tell whether it was right.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "digest.hpp"
#include "slab.hpp"

namespace allocpool::threads {

struct Outcome {
    std::uint64_t packets;
    std::uint64_t processed;
    std::uint64_t tcp;
    std::uint64_t digest;

    bool operator==(const Outcome&) const = default;
};

/// The outcome of several processors together. Places in their stores and queues are
/// numbered consecutively: a processor's places follow those of the one before it. So the
/// outcome of one processor is the analyser's.
///
/// @tparam Part has `processed()`, `tcp_count()`, `places()` and `add_to(digest, first)`,
///         as Processor does
template <class Part>
Outcome merged(std::uint64_t packets, const std::vector<Part*>& parts) {
    Outcome outcome{packets, 0, 0, 0};
    for (const Part* part : parts) {
        outcome.processed += part->processed();
        outcome.tcp += part->tcp_count();
    }
    Digest digest{outcome.processed, outcome.tcp};
    std::uint64_t first = 0;
    for (Part* part : parts) {
        part->add_to(digest, first);
        first += part->places();
    }
    outcome.digest = digest.value();
    return outcome;
}

// --8<-- [start:check-owners]
/// Checks that every packet has one owner.
/// @param owners the packets of each
/// @param packets how many there are
/// @throws std::runtime_error if a packet has two owners, or none
inline void check_owners(const std::vector<std::vector<Handle>>& owners,
                         std::size_t packets) {
    std::vector<Handle> owned;
    for (const std::vector<Handle>& handles : owners) {
        owned.insert(owned.end(), handles.begin(), handles.end());
    }
    std::sort(owned.begin(), owned.end());
    const auto twice = std::adjacent_find(owned.begin(), owned.end());
    if (twice != owned.end()) {
        throw std::runtime_error("packet " + std::to_string(*twice) + " has two owners");
    }
    if (owned.size() != packets) {
        throw std::runtime_error("of " + std::to_string(packets) + " packets, " +
                                 std::to_string(owned.size()) + " have an owner");
    }
}
// --8<-- [end:check-owners]

}  // namespace allocpool::threads
