#pragma once

#include <chrono>
#include <cstdint>

#include "tick_range.hpp"

namespace allocpool {

/// A clock that is always ahead: every poll finds `batch` more ticks.
struct EndlessTicks {
    using Batch = TickRange;

    TickRange poll() {
        next += batch;
        return {next - batch, batch};
    }
    void release() { ++released; }
    std::chrono::nanoseconds longest_stall(bool) const { return {}; }

    std::uint32_t batch = 1000;
    std::uint32_t next = 0;
    std::uint32_t released = 0;
};

}  // namespace allocpool
