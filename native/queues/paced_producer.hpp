#pragma once

/// The thread that writes ticks into any queue of the family.

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "clock.hpp"
#include "clock_queue_layout.hpp"
#include "metronome.hpp"
#include "queues/pace.hpp"
#include "queues/tick_queue.hpp"
#include "spinning_thread.hpp"
#include "stall_watch.hpp"

namespace allocpool {

/// A running clock: from construction to `stop()` or destruction, its thread appends
/// every due tick to the queue. The thread spins, so it occupies a core. Unlike
/// `ClockThread`, it can drive any producing end, at any pace.
///
/// All member functions may be called by any thread. The object fills whole cache lines,
/// as a `ClockThread` does.
template <class Producer>
    requires SingleProducer<Producer> || BatchProducer<Producer>
class alignas(ClockQueueLayout::line_bytes) PacedProducer {
  public:
    /// The first interval begins now.
    /// @param clock measures the intervals; outlives this object
    /// @param producer an end that nobody else uses while this clock runs; outlives it
    /// @param first_tick the number of the first tick
    /// @throws std::invalid_argument if the pace is out of range
    /// @throws std::system_error if the thread can't be created
    PacedProducer(const Clock& clock, Producer& producer, const Pace& pace,
                  std::uint32_t first_tick = 0)
        : clock_{clock}, producer_{producer} {
        pace.check();
        const Metronome metronome{clock.rate(), pace.beat_ps, clock.now()};
        thread_.start(
            [this, metronome, pace, first_tick] { run(metronome, pace, first_tick); });
    }

    PacedProducer(const PacedProducer&) = delete;
    PacedProducer& operator=(const PacedProducer&) = delete;

    /// Ends the thread. Once this returns, the thread no longer touches the queue, even
    /// if several threads call this at once. Ticks not yet handed over stay with the end.
    void stop() noexcept { thread_.stop(); }

    /// The longest time between two iterations of the thread's loop since the start or
    /// the last reset: see `StallWatch`.
    /// @param reset start a new measurement
    std::chrono::nanoseconds longest_stall(bool reset) noexcept {
        return stalls_.longest(clock_.rate(), reset);
    }

  private:
    void run(Metronome metronome, Pace pace, std::uint32_t tick) noexcept {
        const auto ticks_per_beat = static_cast<std::uint64_t>(pace.ticks_per_beat);
        std::uint64_t due = 0;  // due ticks that are not written yet
        std::uint64_t previous = clock_.now();
        // --8<-- [start:one-reading]
        while (!thread_.stopping()) {
            const std::uint64_t now = clock_.now();
            stalls_.note(previous, now);
            previous = now;
            due += metronome.due(now) * ticks_per_beat;
            const std::uint64_t part = std::min(due, pace.most_per_reading);
            if (part == 0) {
                publish(producer_);
            } else {
                append(producer_, tick, part);  // ticks that don't fit are lost
                tick += static_cast<std::uint32_t>(part);
                due -= part;
            }
        }
        // --8<-- [end:one-reading]
    }

    const Clock& clock_;
    Producer& producer_;
    StallWatch stalls_;
    SpinningThread thread_;  // last, because it uses the others
};

}  // namespace allocpool
