#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "tick_rate.hpp"

namespace allocpool {

/// Records the longest time between two iterations of a thread's loop. A clock that was
/// descheduled for longer than its queue's capacity produces a burst that no consumer
/// could take: such a loss is not the consumer's fault.
class StallWatch {
  public:
    // --8<-- [start:note]
    /// Records an iteration. Only the watched thread may call it.
    /// @param previous the counter's ticks at the previous iteration
    /// @param now its ticks at this one; a step back, as after a move to another core, is
    ///        no stall
    void note(std::uint64_t previous, std::uint64_t now) noexcept {
        const auto gap = static_cast<std::int64_t>(now - previous);
        // Relaxed: the value guards no data. Only this thread raises it, so a load and a
        // store will do; a reset between them is lost only if the gap ends right then.
        if (gap > 0 &&
            static_cast<std::uint64_t>(gap) > longest_.load(std::memory_order_relaxed)) {
            longest_.store(static_cast<std::uint64_t>(gap), std::memory_order_relaxed);
        }
    }
    // --8<-- [end:note]

    /// The longest time since the start or the last reset. Any thread may call it.
    /// @param rate the rate of the counter whose ticks were recorded
    /// @param reset start a new measurement
    std::chrono::nanoseconds longest(const TickRate& rate, bool reset) noexcept {
        const std::uint64_t ticks = reset
                                        ? longest_.exchange(0, std::memory_order_relaxed)
                                        : longest_.load(std::memory_order_relaxed);
        return std::chrono::nanoseconds{rate.to_nanos(ticks)};
    }

  private:
    std::atomic<std::uint64_t> longest_{0};
};

}  // namespace allocpool
