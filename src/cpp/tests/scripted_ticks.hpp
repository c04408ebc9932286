#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tick_range.hpp"

namespace allocpool {

/// A clock whose batches are specified in advance.
struct ScriptedTicks {
    using Batch = TickRange;

    /// @return the next batch; after the last one, none
    Batch poll() { return next < batches.size() ? batches[next++] : Batch{}; }
    void release() { ++released; }
    std::chrono::nanoseconds longest_stall(bool) const { return {}; }

    std::vector<TickRange> batches;
    std::size_t next = 0;
    std::size_t released = 0;
};

}  // namespace allocpool
