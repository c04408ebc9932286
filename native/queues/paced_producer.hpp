#pragma once

/// The thread that writes ticks into any queue of the family.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <thread>

#include "clock.hpp"
#include "clock_queue_layout.hpp"
#include "metronome.hpp"
#include "queues/pace.hpp"
#include "queues/tick_queue.hpp"

namespace allocpool {

/// A running clock: from construction to `stop()` or destruction a thread of its own puts
/// every tick that is due into the queue. It spins, so it takes a core. It differs from
/// `ClockThread` in what it can drive: any producing end, at any pace.
///
/// All member functions may be called by any thread. The object fills whole cache lines,
/// as a `ClockThread` does.
template <class Producer>
    requires SingleProducer<Producer> || BatchProducer<Producer>
class alignas(ClockQueueLayout::line_bytes) PacedProducer {
  public:
    /// The first interval begins now.
    /// @param clock what the intervals are measured with; outlives this object
    /// @param producer an end that nobody else uses while this clock runs; outlives it
    /// @param first_tick the number of the first tick
    /// @throws std::invalid_argument when the pace is out of range
    /// @throws std::system_error when there can't be another thread
    PacedProducer(const Clock& clock, Producer& producer, const Pace& pace,
                  std::uint32_t first_tick = 0)
        : clock_{clock}, producer_{producer} {
        pace.check();
        const Metronome metronome{clock.rate(), pace.beat_ps, clock.now()};
        thread_ = std::thread{&PacedProducer::run, this, metronome, pace, first_tick};
    }

    PacedProducer(const PacedProducer&) = delete;
    PacedProducer& operator=(const PacedProducer&) = delete;

    ~PacedProducer() { stop(); }

    /// Ends the thread. When this returns, the thread touches the queue no more, whoever
    /// else called it at the same time. Ticks not yet handed over stay with the end.
    void stop() noexcept {
        // Relaxed is enough: the flag guards no data, and join() orders everything else.
        stopping_.store(true, std::memory_order_relaxed);
        const std::lock_guard guard{joining_};
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    /// The longest time that passed between two turns of the thread's loop since the
    /// start or the last reset: see `ClockThread`.
    /// @param reset begin anew
    std::chrono::nanoseconds longest_stall(bool reset) noexcept {
        const std::uint64_t ticks =
            reset ? longest_gap_.exchange(0, std::memory_order_relaxed)
                  : longest_gap_.load(std::memory_order_relaxed);
        return std::chrono::nanoseconds{clock_.rate().to_nanos(ticks)};
    }

  private:
    void run(Metronome metronome, Pace pace, std::uint32_t tick) noexcept {
        const auto ticks_per_beat = static_cast<std::uint64_t>(pace.ticks_per_beat);
        std::uint64_t due = 0;  // ticks whose time has come, not written yet
        std::uint64_t previous = clock_.now();
        while (!stopping_.load(std::memory_order_relaxed)) {
            const std::uint64_t now = clock_.now();
            note_gap(now, previous);
            previous = now;
            due += metronome.due(now) * ticks_per_beat;
            const std::uint64_t part = std::min(due, pace.most_per_reading);
            if (part == 0) {
                publish(producer_);
            } else {
                append(producer_, tick, part);  // what does not fit is lost
                tick += static_cast<std::uint32_t>(part);
                due -= part;
            }
        }
    }

    /// Only this thread raises the value; a reset between load and store is lost only
    /// when the gap ended in that very moment.
    void note_gap(std::uint64_t now, std::uint64_t previous) noexcept {
        const auto gap = static_cast<std::int64_t>(now - previous);
        if (gap > 0 && static_cast<std::uint64_t>(gap) >
                           longest_gap_.load(std::memory_order_relaxed)) {
            longest_gap_.store(static_cast<std::uint64_t>(gap),
                               std::memory_order_relaxed);
        }
    }

    const Clock& clock_;
    Producer& producer_;
    std::atomic<bool> stopping_{false};
    std::atomic<std::uint64_t> longest_gap_{0};
    std::mutex joining_;
    std::thread thread_;
};

}  // namespace allocpool
