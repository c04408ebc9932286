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

/// A running clock: from construction to `stop()` or destruction a thread of its own puts
/// every tick that is due into the queue. It spins, so it takes a core.
///
/// All member functions may be called by any thread. The object fills whole cache lines:
/// the clock looks at its flag on every turn, and must not wait for writes to a
/// neighbour.
class alignas(ClockQueueLayout::line_bytes) ClockThread {
  public:
    /// @param clock what the interval is measured with; outlives this object
    /// @param producer the writing end of a queue that nobody else writes to and whose
    ///        memory outlives this object
    /// @param interval_ps see `Metronome`
    /// @param first_sequence the number of the first tick
    /// @throws std::invalid_argument when the interval is out of range
    /// @throws std::system_error when there can't be another thread
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

    /// Ends the thread. When this returns, the thread touches the queue no more, whoever
    /// else called it at the same time. Ticks not yet handed over are lost.
    void stop() noexcept { thread_.stop(); }

    /// The longest time that passed between two turns of the thread's loop since the
    /// start or the last reset: see `StallWatch`.
    /// @param reset begin anew
    std::chrono::nanoseconds longest_stall(bool reset) noexcept {
        return stalls_.longest(clock_.rate(), reset);
    }

  private:
    // --8<-- [start:clock-loop]
    /// Reads the counter once per iteration, however many ticks are due: a reading takes
    /// as long as writing several ticks, so it would limit a clock that read it for each.
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
    SpinningThread thread_;  // the last: it uses the others
};

static_assert(sizeof(ClockThread) % ClockQueueLayout::line_bytes == 0);

}  // namespace allocpool
