#pragma once

/// Real-time mode: one packet at each tick of the clock.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "batch.hpp"
#include "clock.hpp"
#include "clock_queue.hpp"
#include "clock_thread.hpp"
#include "counter.hpp"
#include "reporter.hpp"
#include "settings.hpp"
#include "stop_signal.hpp"
#include "tick_account.hpp"

namespace allocpool {

/// One interval: a clock of its own, a phase that does not count and one that does.
template <class Analyser>
class IntervalRun {
  public:
    IntervalRun(Analyser& analyser, const Settings& settings, std::uint64_t interval_ns,
                Reporter& reporter)
        : analyser_{analyser},
          settings_{settings},
          interval_ns_{interval_ns},
          reporter_{reporter},
          queue_{static_cast<std::int64_t>(capacity(interval_ns))},
          consumer_{queue_.consumer()} {}

    /// @return the measured window, or nothing when a signal ended it
    std::optional<Probe> run() {
        ClockThread thread{clock_, queue_.producer(),
                           static_cast<std::int64_t>(interval_ns_) * 1000};
        start_ = clock_.now();
        if (settings_.warmup_seconds > 0) {
            run_phase(settings_.warmup_seconds, true);
            thread.longest_stall(true);
            pass_over(3);
        }
        const double seconds = run_phase(settings_.seconds, false);
        const auto stall = thread.longest_stall(false);
        thread.stop();
        if (stop_signal::received() != 0) {
            return std::nullopt;
        }
        return Probe{interval_ns_,      queue_.capacity(),
                     seconds,           ticks_.sent(),
                     ticks_.received(), static_cast<std::uint64_t>(stall.count())};
    }

    /// Packets that went in.
    std::uint64_t packets() const { return packets_; }

  private:
    /// Ticks that arrive during the longest time for which we may leave them waiting.
    static std::uint64_t capacity(std::uint64_t interval_ns) {
        return std::max<std::uint64_t>(max_capturing_delay_ms * 1'000'000 / interval_ns,
                                       1);
    }

    /// Lets some arrays pass, the one at hand included. What is dropped while one array is
    /// read is missed only at the start of the array after the next, so three of them keep
    /// losses of the warm-up out of the window that follows. A consumer that needs more than
    /// a second for them is hopelessly late: what it loses now it loses always.
    void pass_over(int arrays) {
        const std::uint64_t patience = clock_.rate().to_ticks(1'000'000'000);
        const std::uint64_t begin = clock_.now();
        while (arrays != 0 && clock_.now() - begin < patience &&
               stop_signal::received() == 0) {
            if (waiting_.empty()) {
                waiting_ = consumer_.poll();
            }
            if (waiting_.empty()) {
                counter::relax();
                continue;
            }
            handle(waiting_.first(std::min(part, waiting_.size())));
            arrays -= waiting_.empty() ? 1 : 0;
        }
    }

    // --8<-- [start:realtime-loop]
    /// Takes ticks from the clock, and a packet for each, until the time is up. We look
    /// at our own time after at most `part` packets: in the array there may be many more
    /// than we can handle in time.
    /// @return the seconds it took
    double run_phase(double seconds, bool warmup) {
        const std::uint64_t begin = clock_.now();
        const std::int64_t duration = static_cast<std::int64_t>(
            clock_.rate().to_ticks(static_cast<std::uint64_t>(seconds * 1e9)));
        ticks_.begin_window();
        begin_progress(begin);
        std::uint64_t now = begin;
        while (static_cast<std::int64_t>(now - begin) < duration &&
               stop_signal::received() == 0) {
            if (waiting_.empty()) {
                waiting_ = consumer_.poll();
            }
            if (waiting_.empty()) {
                counter::relax();
            } else {
                handle(waiting_.first(std::min(part, waiting_.size())));
                report_progress(warmup);
            }
            now = clock_.now();
        }
        return seconds_between(begin, now);
    }

    void handle(std::span<const std::uint32_t> sequences) {
        for (const std::uint32_t sequence : sequences) {
            ticks_.receive(sequence);
            analyser_.step();
        }
        packets_ += sequences.size();
        waiting_ = waiting_.subspan(sequences.size());
        if (waiting_.empty()) {
            consumer_.release();
        }
    }
    // --8<-- [end:realtime-loop]

    void begin_progress(std::uint64_t now) {
        last_progress_ = now;
        last_lost_ = 0;
        next_progress_ = settings_.progress_packets();
    }

    void report_progress(bool warmup) {
        if (ticks_.received() < next_progress_) {
            return;
        }
        const std::uint64_t now = clock_.now();
        reporter_.progress({interval_ns_, warmup, seconds_between(start_, now),
                            seconds_between(last_progress_, now),
                            ticks_.lost() - last_lost_});
        last_progress_ = now;
        last_lost_ = ticks_.lost();
        next_progress_ += settings_.progress_packets();
    }

    double seconds_between(std::uint64_t from, std::uint64_t to) const {
        return static_cast<double>(clock_.rate().to_nanos(to - from)) / 1e9;
    }

    static constexpr std::size_t part = 256;

    const Clock& clock_ = Clock::system();
    Analyser& analyser_;
    const Settings& settings_;
    std::uint64_t interval_ns_;
    Reporter& reporter_;
    ClockQueue queue_;
    ClockConsumer consumer_;
    std::span<const std::uint32_t> waiting_;  // read from the queue, not handled yet
    TickAccount ticks_;
    std::uint64_t packets_ = 0;
    std::uint64_t start_ = 0;
    std::uint64_t last_progress_ = 0;
    std::uint64_t last_lost_ = 0;
    std::uint64_t next_progress_ = 0;
};

/// Fills queue and store, then tries each interval in turn, on the same analyser.
/// @return packets that went in
template <class Analyser>
std::uint64_t run_realtime(Analyser& analyser, const Settings& settings,
                           Reporter& reporter) {
    std::uint64_t total = 0;
    while (analyser.processed() < settings.settle && stop_signal::received() == 0) {
        const auto no_limit = std::chrono::nanoseconds{0};
        total +=
            run_round(analyser, settings.chunk(), settings.chunk(), no_limit).packets;
    }
    for (const std::uint64_t interval_ns : settings.intervals_ns) {
        if (stop_signal::received() != 0) {
            break;
        }
        IntervalRun<Analyser> run{analyser, settings, interval_ns, reporter};
        if (const auto probe = run.run(); probe) {
            reporter.probe(*probe);
        }
        total += run.packets();
    }
    return total;
}

}  // namespace allocpool
