#pragma once

/// A clock without a thread: whoever takes the ticks finds out which of them are due.

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "clock.hpp"
#include "clock_queue_layout.hpp"
#include "metronome.hpp"
#include "tick_range.hpp"

namespace allocpool {

/// Ticks that are computed when somebody looks, as a queue of `capacity` ticks would have
/// kept them that a clock fills and that is emptied at every look.
///
/// The rule: at a look, of the ticks that became due since the look before, the
/// `capacity` oldest are handed out, and the newer ones are lost. Between two looks
/// nothing is taken, so there is never room for a tick that came to a full queue; at a
/// look all the room is there again. A reader sees a loss as a gap in the numbers, at the
/// start of the next batch that has ticks.
///
/// The same holds for the clock queue, whose two arrays change places when the consumer
/// has read one. Two things differ: no thread takes a core for itself, and nobody but the
/// reader can be late.
///
/// A reader that did not look for longer than `Metronome` catches up at once (half an
/// hour at 5 GHz) gets the rest with the next looks.
///
/// Not safe for use by more than one thread.
///
/// @tparam Time has `now()`, ticks of a counter, and `rate()`, their `TickRate`
template <class Time = Clock>
class CounterTicks {
  public:
    using Batch = TickRange;

    /// The first interval begins now.
    /// @param time what the interval is measured with; outlives this object
    /// @param capacity the most ticks to hand out at one look, 1 to
    ///        `ClockQueueLayout::max_capacity`
    /// @param interval_ps see `Metronome`
    /// @param first_tick the number of the first tick
    /// @throws std::invalid_argument when capacity or interval are out of range
    CounterTicks(const Time& time, std::int64_t capacity, std::int64_t interval_ps,
                 std::uint32_t first_tick)
        : time_{time},
          capacity_{ClockQueueLayout::checked(capacity)},
          metronome_{time.rate(), interval_ps, time.now()},
          next_{first_tick} {}

    // --8<-- [start:poll]
    /// Looks at the time. Call it once the previous batch has been handled.
    /// @return the numbers of the ticks that may be taken now, oldest first; empty when
    ///         there are none
    TickRange poll() noexcept {
        const std::uint64_t due = metronome_.due(time_.now());
        const std::uint32_t kept =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(due, capacity_));
        const TickRange batch{next_, kept};
        next_ += static_cast<std::uint32_t>(due);
        return batch;
    }
    // --8<-- [end:poll]

    /// Nothing to do: a look empties the queue that there might have been.
    void release() const noexcept {}

    /// Nobody but the reader can be held up.
    std::chrono::nanoseconds longest_stall(bool) const noexcept { return {}; }

  private:
    const Time& time_;
    std::uint32_t capacity_;
    Metronome metronome_;
    std::uint32_t next_;  // the number of the next tick to become due
};

}  // namespace allocpool
