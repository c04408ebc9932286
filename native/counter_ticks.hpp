#pragma once

/// A clock without a thread: the reader computes which ticks are due.

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "clock.hpp"
#include "clock_queue_layout.hpp"
#include "metronome.hpp"
#include "tick_range.hpp"

namespace allocpool {

/// Ticks computed on demand. Each poll returns what a queue of `capacity` ticks, filled
/// by a clock and emptied by every poll, would have held.
///
/// The rule: of the ticks that became due since the last poll, the `capacity` oldest are
/// returned, and the newer ones are lost. Nothing is taken between two polls, so a tick
/// that meets a full queue never finds room; a poll frees all of it. A reader sees a loss
/// as a gap in the numbers, at the start of the next batch that has ticks.
///
/// The same holds for the clock queue, whose two arrays change places when the consumer
/// has read one. Two things differ: no thread occupies a core, and only the reader can be
/// late.
///
/// A reader that has not polled for longer than `Metronome` catches up at once (half an
/// hour at 5 GHz) gets the rest at the next polls.
///
/// Not safe for use by more than one thread.
///
/// @tparam Time has `now()`, ticks of a counter, and `rate()`, their `TickRate`
template <class Time = Clock>
class CounterTicks {
  public:
    using Batch = TickRange;

    /// The first interval begins now.
    /// @param time measures the interval; outlives this object
    /// @param capacity the most ticks per poll, 1 to `ClockQueueLayout::max_capacity`
    /// @param interval_ps see `Metronome`
    /// @param first_tick the number of the first tick
    /// @throws std::invalid_argument if the capacity or the interval is out of range
    CounterTicks(const Time& time, std::int64_t capacity, std::int64_t interval_ps,
                 std::uint32_t first_tick)
        : time_{time},
          capacity_{ClockQueueLayout::checked(capacity)},
          metronome_{time.rate(), interval_ps, time.now()},
          next_{first_tick} {}

    // --8<-- [start:poll]
    /// Reads the time. Call it once the previous batch has been handled.
    /// @return the numbers of the ticks available now, oldest first; may be empty
    TickRange poll() noexcept {
        const std::uint64_t due = metronome_.due(time_.now());
        const std::uint32_t kept =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(due, capacity_));
        const TickRange batch{next_, kept};
        next_ += static_cast<std::uint32_t>(due);
        return batch;
    }
    // --8<-- [end:poll]

    /// Does nothing: `poll()` has already emptied the imagined queue.
    void release() const noexcept {}

    /// Zero: there is no thread to be held up.
    std::chrono::nanoseconds longest_stall(bool) const noexcept { return {}; }

  private:
    const Time& time_;
    std::uint32_t capacity_;
    Metronome metronome_;
    std::uint32_t next_;  // the number of the next tick to become due
};

}  // namespace allocpool
