#pragma once

/// The thread that writes the ticks.

#include <chrono>
#include <cstdint>

#include "clock.hpp"
#include "clock_queue.hpp"
#include "clock_queue_layout.hpp"
#include "metronome.hpp"
#include "spinning_thread.hpp"
#include "stall_watch.hpp"

namespace allocpool {

/// A running clock: from construction to `stop()` or destruction, its thread appends
/// every due tick to the queue. The thread spins, so it occupies a core.
///
/// All member functions may be called by any thread. The object fills whole cache lines:
/// the clock reads its flag in every iteration, and must not wait for writes to a
/// neighbour.
class alignas(ClockQueueLayout::line_bytes) ClockThread {
  public:
    /// @param clock measures the interval; outlives this object
    /// @param producer the writing end of a queue without other writers, whose memory
    ///        outlives this object
    /// @param interval_ps see `Metronome`
    /// @param first_sequence the number of the first tick
    /// @throws std::invalid_argument when the interval is out of range
    /// @throws std::system_error if the thread can't be created
    ClockThread(const Clock& clock, const ClockProducer& producer,
                std::int64_t interval_ps, std::uint32_t first_sequence = 0)
        : clock_{clock} {
        const Metronome metronome{clock.rate(), interval_ps, clock.now()};
        thread_.start([this, producer, metronome, first_sequence] {
            run(producer, metronome, first_sequence);
        });
    }

    ClockThread(const ClockThread&) = delete;
    ClockThread& operator=(const ClockThread&) = delete;

    /// Ends the thread. Once this returns, the thread no longer touches the queue, even
    /// if several threads call this at once. Ticks not yet handed over are lost.
    void stop() noexcept { thread_.stop(); }

    /// The longest time between two iterations of the thread's loop since the start or
    /// the last reset: see `StallWatch`.
    /// @param reset start a new measurement
    std::chrono::nanoseconds longest_stall(bool reset) noexcept {
        return stalls_.longest(clock_.rate(), reset);
    }

  private:
    // --8<-- [start:clock-loop]
    /// Reads the counter once per iteration, however many ticks are due: a reading takes
    /// as long as writing several ticks, so reading it for each would limit the clock.
    void run(ClockProducer producer, Metronome metronome,
             std::uint32_t sequence) noexcept {
        std::uint64_t previous = clock_.now();
        while (!thread_.stopping()) {
            const std::uint64_t now = clock_.now();
            stalls_.note(previous, now);
            previous = now;
            const std::uint64_t due = metronome.due(now);
            if (due == 0) {
                producer.publish();
            } else {
                producer.push(sequence, due);
                sequence += static_cast<std::uint32_t>(due);
            }
        }
    }
    // --8<-- [end:clock-loop]

    const Clock& clock_;
    StallWatch stalls_;
    SpinningThread thread_;  // last, because it uses the others
};

static_assert(sizeof(ClockThread) % ClockQueueLayout::line_bytes == 0);

}  // namespace allocpool
