#pragma once

#include <chrono>
#include <cstdint>
#include <span>

#include "clock.hpp"
#include "clock_queue.hpp"
#include "clock_thread.hpp"

namespace allocpool {

/// Ticks from a thread, through a clock queue. The thread runs from the construction on.
/// One thread at a time may poll and release.
class QueueTicks {
  public:
    using Batch = std::span<const std::uint32_t>;

    /// @param clock outlives this object
    /// @param capacity see `ClockQueue`
    /// @param interval_ps, first_tick see `ClockThread`
    /// @throws std::invalid_argument, std::system_error as those two do
    QueueTicks(const Clock& clock, std::int64_t capacity, std::int64_t interval_ps,
               std::uint32_t first_tick)
        : queue_{capacity},
          consumer_{queue_.consumer()},
          thread_{clock, queue_.producer(), interval_ps, first_tick} {}

    Batch poll() const noexcept { return consumer_.poll(); }
    void release() noexcept { consumer_.release(); }

    std::chrono::nanoseconds longest_stall(bool reset) noexcept {
        return thread_.longest_stall(reset);
    }

  private:
    ClockQueue queue_;
    ClockConsumer consumer_;
    ClockThread thread_;
};

}  // namespace allocpool
