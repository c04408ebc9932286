#pragma once

/// The two modes, for any contestant: an analyser with `run(packets)` and `finish()`.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "batch.hpp"
#include "clock.hpp"
#include "clock_queue_layout.hpp"
#include "counter_ticks.hpp"
#include "events.hpp"
#include "interval_search.hpp"
#include "line_printer.hpp"
#include "options.hpp"
#include "probe_requests.hpp"
#include "queue_ticks.hpp"
#include "realtime.hpp"
#include "reporter.hpp"
#include "stop_signal.hpp"
#include "watch.hpp"

namespace allocpool::threads {

inline constexpr std::uint64_t no_goal = std::numeric_limits<std::uint64_t>::max();

/// Fills queue and store. Ends early after a signal, as does everything here.
template <class Analyser>
void settle(Analyser& analyser, const Options& options) {
    for (std::uint64_t packets = 0;
         packets < options.settle() && stop_signal::received() == 0;
         packets += options.chunk()) {
        analyser.run(options.chunk());
    }
    analyser.finish();
}

/// Processes packets as fast as possible. The timing starts with no packet under way, and
/// ends when the last one has been taken by its processor.
template <class Analyser>
void measure_batch(Analyser& analyser, const Options& options) {
    const std::chrono::nanoseconds limit{
        static_cast<std::int64_t>(options.seconds * 1e9)};
    const auto begin = std::chrono::steady_clock::now();
    const Round round = run_round(analyser, no_goal, options.chunk(), limit);
    analyser.finish();
    const std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - begin;
    if (stop_signal::received() == 0) {
        events::report.result("ns_per_packet", "ns",
                              elapsed.count() / static_cast<double>(round.packets),
                              round.packets);
    }
}

/// Tries intervals in real time, each with a clock of its own.
///
/// A window takes a tenth of the time to measure. A program that is too slow must lose
/// packets within it, so the clock's queue bridges only a twentieth of the window, and
/// not the 100 ms of the analysers: a program that is 5 % too slow loses some. The
/// search's steps are of 10 %. A stall takes at least half of the time that the queue
/// bridges. There is no warm-up: the packets before have warmed everything.
///
/// @tparam Ticks QueueTicks or CounterTicks
template <class Analyser, class Ticks>
class RealTime {
  public:
    RealTime(Analyser& analyser, const Options& options)
        : analyser_{analyser}, window_{options.seconds / 10} {
        settings_.scale = options.scale;
    }

    void measure() {
        const auto found = find_smallest(
            search_intervals(), bridged_ps() / 2 / 1000,
            [this](const Interval& interval) { return attempt(interval, true); });
        if (!found) {
            return;
        }
        report(*found);
        const Interval microsecond{1000 * Interval::per_nanosecond};
        if (const auto trial = attempt(microsecond, false); trial && trial->sent != 0) {
            events::report.result(
                "loss_at_1000", "%",
                static_cast<double>(trial->lost) * 100 / static_cast<double>(trial->sent),
                trial->sent,
                JsonObject{}
                    .number("lost", trial->lost)
                    .number("longest_stall_ns", trial->longest_stall_ns));
        }
    }

  private:
    static void report(const SmallestInterval& found) {
        if (found.interval) {
            events::report.result(
                "min_interval", "ns",
                static_cast<double>(found.interval->picoseconds) /
                    Interval::per_nanosecond,
                found.sent,
                JsonObject{}
                    .number("windows", found.windows)
                    .number("stalled_windows", found.stalled_windows)
                    .number("longest_stall_ns", found.longest_stall_ns));
        } else {
            events::report.skipped("min_interval",
                                   "packets are lost even at the longest interval, " +
                                       search_intervals().front().text() + " ns");
        }
    }

    /// @return nothing after a signal
    std::optional<Trial> attempt(const Interval& interval, bool until_loss) {
        const Clock& clock = Clock::system();
        Ticks ticks{clock, capacity(interval),
                    static_cast<std::int64_t>(interval.picoseconds),
                    settings_.first_tick};
        Watch watch{clock};
        WatchedAnalyser<Analyser> analyser{analyser_, watch};
        WatchedTicks<Ticks> watched{ticks, watch};
        const ProbeRequest request{interval, window_, 0, until_loss};
        IntervalRun run{analyser, watched, request, settings_, silent_};
        const std::optional<Probe> probe = run.run();
        if (!probe) {
            return std::nullopt;
        }
        const double due =
            probe->seconds * 1e12 / static_cast<double>(interval.picoseconds);
        return Trial{static_cast<std::uint64_t>(due), probe->sent, probe->lost(),
                     probe->longest_stall_ns};
    }

    std::uint64_t bridged_ps() const {
        return static_cast<std::uint64_t>(window_ / 20 * 1e12);
    }

    std::int64_t capacity(const Interval& interval) const {
        return static_cast<std::int64_t>(std::clamp<std::uint64_t>(
            bridged_ps() / interval.picoseconds, 1, ClockQueueLayout::max_capacity));
    }

    /// An interval's run reports its progress, which we don't print.
    class Silent final : public Reporter {
      public:
        void start(const std::string&, const Settings&) override {}
        void round(const Round&) override {}
        void service(const Service&) override {}
        void progress(const Progress&) override {}
        void probe(const Probe&) override {}
        void end(const End&) override {}
    };

    Analyser& analyser_;
    double window_;  // in seconds
    Settings settings_;
    Silent silent_;
};

/// Runs what the options ask for.
template <class Analyser>
void measure(Analyser& analyser, const Options& options) {
    settle(analyser, options);
    if (options.mode == Mode::batch) {
        measure_batch(analyser, options);
    } else if (options.clock == ClockKind::thread) {
        RealTime<Analyser, QueueTicks>{analyser, options}.measure();
    } else {
        RealTime<Analyser, CounterTicks<>>{analyser, options}.measure();
    }
}

}  // namespace allocpool::threads
