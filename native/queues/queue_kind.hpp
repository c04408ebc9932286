#pragma once

/// The queues available to other languages, by number.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "queues/aligned_ring.hpp"
#include "queues/batch_ring.hpp"
#include "queues/c_api.h"
#include "queues/cached_ring.hpp"
#include "queues/dual_array.hpp"
#include "queues/pace.hpp"
#include "queues/run_ring.hpp"

namespace allocpool {

/// A queue's parts, and the most ticks that its clock writes per reading of the counter.
template <class QueueParts, std::uint64_t ticks_per_reading = Pace::all_due>
struct QueueKind {
    using Parts = QueueParts;
    static constexpr std::uint64_t most_per_reading = ticks_per_reading;
};

/// Calls `visit` with a `QueueKind`.
/// @param kind one of the numbers in c_api.h
/// @return what `visit` returns
/// @throws std::invalid_argument if there is no such kind
template <class Visit>
auto with_kind(std::int32_t kind, Visit visit) {
    switch (kind) {
        case ALLOCPOOL_QUEUE_ALIGNED_RING:
            return visit(QueueKind<AlignedRingParts>{});
        case ALLOCPOOL_QUEUE_CACHED_RING:
            return visit(QueueKind<CachedRingParts>{});
        case ALLOCPOOL_QUEUE_DUAL_ARRAY_2018:
            return visit(QueueKind<DualArrayParts, 1>{});
        case ALLOCPOOL_QUEUE_DUAL_ARRAY:
            return visit(QueueKind<DualArrayParts>{});
        case ALLOCPOOL_QUEUE_BATCH_RING:
            return visit(QueueKind<BatchRingParts>{});
        case ALLOCPOOL_QUEUE_RUN_RING:
            return visit(QueueKind<RunRingParts>{});
        default:
            throw std::invalid_argument("a queue's kind must be from 0 to 5, not " +
                                        std::to_string(kind));
    }
}

/// The offsets that c_api.h explains, in its order.
inline std::vector<std::size_t> offsets(RingLayout, std::uint32_t capacity) {
    return {RingLayout::head_offset, RingLayout::tail_offset, RingLayout::slots_offset,
            RingLayout::mask(capacity)};
}

inline std::vector<std::size_t> offsets(ClockQueueLayout, std::uint32_t capacity) {
    return {ClockQueueLayout::limit_offset, ClockQueueLayout::array_offset(0, capacity),
            ClockQueueLayout::array_offset(1, capacity)};
}

inline std::vector<std::size_t> offsets(RunRingLayout, std::uint32_t) {
    return {RunRingLayout::taken_offset, RunRingLayout::opened_offset,
            RunRingLayout::runs_offset,  RunRingLayout::run_stride,
            RunRingLayout::mask,         RunRingLayout::end_in_run};
}

/// A queue's size in bytes.
/// @throws std::invalid_argument if there is no such queue
inline std::int64_t queue_bytes(std::int32_t kind, std::int64_t capacity) {
    return with_kind(kind, [&](auto chosen) {
        using Layout = typename decltype(chosen)::Parts::Layout;
        return static_cast<std::int64_t>(Layout::bytes(Layout::checked(capacity)));
    });
}

/// @param which the offset's number in c_api.h
/// @throws std::invalid_argument if there is no such offset or queue
inline std::int64_t queue_offset(std::int32_t kind, std::int32_t which,
                                 std::int64_t capacity) {
    return with_kind(kind, [&](auto chosen) {
        using Layout = typename decltype(chosen)::Parts::Layout;
        const auto all = offsets(Layout{}, Layout::checked(capacity));
        const auto index = static_cast<std::size_t>(which);
        if (which < 0 || index >= all.size()) {
            throw std::invalid_argument("this queue has offsets 0 to " +
                                        std::to_string(all.size() - 1) + ", not " +
                                        std::to_string(which));
        }
        return static_cast<std::int64_t>(all[index]);
    });
}

}  // namespace allocpool
