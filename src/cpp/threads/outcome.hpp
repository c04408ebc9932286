#pragma once

/// What a run has done, in numbers that tell whether it was right.

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

/// The outcome of several processors together. Their stores and queues count as if they
/// lay one behind the other: the places of a processor follow those of the one before it.
/// So the outcome of one processor is the analyser's.
///
/// @tparam Part has `processed()`, `tcp_count()`, `places()` and `add_to(digest, first)`,
///         as Processor has them
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
/// Every packet has one owner.
/// @param owned the packets of all owners, together
/// @param packets how many there are
/// @throws std::runtime_error naming a packet that has no owner or more than one
inline void check_owners(const std::vector<Handle>& owned, std::size_t packets) {
    std::vector<bool> seen(packets);
    for (const Handle handle : owned) {
        if (handle >= packets || seen[handle]) {
            throw std::runtime_error(
                "packet " + std::to_string(handle) +
                (handle < packets ? " has two owners" : " does not exist"));
        }
        seen[handle] = true;
    }
    for (std::size_t packet = 0; packet < packets; ++packet) {
        if (!seen[packet]) {
            throw std::runtime_error("packet " + std::to_string(packet) + " is lost");
        }
    }
}
// --8<-- [end:check-owners]

}  // namespace allocpool::threads
