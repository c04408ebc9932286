#pragma once

/// Real-time mode: one packet at each tick of the clock.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "batch.hpp"
#include "clock.hpp"
#include "counter.hpp"
#include "counter_ticks.hpp"
#include "loss_log.hpp"
#include "probe_requests.hpp"
#include "queue_ticks.hpp"
#include "reporter.hpp"
#include "service.hpp"
#include "settings.hpp"
#include "stop_signal.hpp"
#include "tick_account.hpp"
#include "tick_feed.hpp"

namespace allocpool {

/// One probe, with a clock of its own: a warm-up phase and a measured one.
///
/// @tparam Ticks see `TickFeed`
template <class Analyser, class Ticks>
class IntervalRun {
  public:
    /// @param ticks used by this object alone from now on; the first one is number
    ///        `settings.first_tick`
    IntervalRun(Analyser& analyser, Ticks& ticks, const ProbeRequest& request,
                const Settings& settings, Reporter& reporter)
        : ticks_{ticks},
          request_{request},
          settings_{settings},
          reporter_{reporter},
          feed_{analyser, ticks, settings.first_tick} {}

    /// @return the measured window, or nothing if a signal ended it
    std::optional<Probe> run() {
        if (request_.warmup_seconds > 0) {
            run_phase(request_.warmup_seconds, true);
            ticks_.longest_stall(true);
            pass_over(3);
        }
        const double seconds = run_phase(request_.seconds, false);
        const auto stall = ticks_.longest_stall(false);
        if (stop_signal::received() != 0) {
            return std::nullopt;
        }
        return Probe{request_.interval,
                     request_.interval.capacity(),
                     seconds,
                     account().sent(),
                     account().received(),
                     static_cast<std::uint64_t>(stall.count()),
                     losses_.take(),
                     request_.until_loss && account().lost() != 0};
    }

    /// Packets taken in.
    std::uint64_t packets() const { return feed_.packets(); }

  private:
    TickAccount& account() { return feed_.account(); }

    /// Lets some arrays pass, including the current one. Drops while one array is read
    /// show only at the start of the array after the next, so three of them keep losses
    /// of the warm-up out of the window that follows. What is lost while they pass still
    /// shows in its first two arrays: the sweep then asks again, for a longer warm-up. A
    /// consumer that needs more than a second for them is hopelessly late: what it loses
    /// now it loses always.
    void pass_over(int arrays) {
        const std::uint64_t patience = clock_.rate().to_ticks(1'000'000'000);
        const std::uint64_t begin = clock_.now();
        while (arrays != 0 && clock_.now() - begin < patience &&
               stop_signal::received() == 0) {
            if (feed_.take(part) == 0) {
                counter::relax();
            } else if (feed_.is_between_batches()) {
                --arrays;
            }
        }
    }

    // --8<-- [start:realtime-loop]
    /// Takes ticks from the clock, and sends a packet for each, until the time is up.
    /// @return the seconds it took
    double run_phase(double seconds, bool warmup) {
        const bool until_loss = request_.until_loss && !warmup;
        const std::uint64_t begin = clock_.now();
        const std::int64_t duration = static_cast<std::int64_t>(
            clock_.rate().to_ticks(static_cast<std::uint64_t>(seconds * 1e9)));
        begin_window(begin);
        std::uint64_t now = begin;
        while (static_cast<std::int64_t>(now - begin) < duration &&
               !(until_loss && account().lost() != 0) && stop_signal::received() == 0) {
            if (feed_.take(part) == 0) {
                counter::relax();
            } else {
                note_loss(begin, now);
                report_progress(warmup);
            }
            now = clock_.now();
        }
        return seconds_between(begin, now);
    }
    // --8<-- [end:realtime-loop]

    /// Dropped ticks are missing at the start of a batch, so we saw the loss at `now`,
    /// when we took that part of the batch. (On another core, `now` may be a few ticks
    /// before `begin`.)
    void note_loss(std::uint64_t begin, std::uint64_t now) {
        if (account().lost() != losses_.total()) {
            const auto since =
                std::max<std::int64_t>(static_cast<std::int64_t>(now - begin), 0);
            losses_.add(clock_.rate().to_nanos(static_cast<std::uint64_t>(since)),
                        account().lost() - losses_.total());
        }
    }

    void begin_window(std::uint64_t now) {
        account().begin_window();
        losses_.clear();
        last_progress_ = now;
        last_lost_ = 0;
        next_progress_ = settings_.progress_packets();
    }

    void report_progress(bool warmup) {
        if (account().received() < next_progress_) {
            return;
        }
        const std::uint64_t now = clock_.now();
        reporter_.progress({request_.interval, warmup, seconds_between(start_, now),
                            seconds_between(last_progress_, now),
                            account().lost() - last_lost_});
        last_progress_ = now;
        last_lost_ = account().lost();
        next_progress_ += settings_.progress_packets();
    }

    double seconds_between(std::uint64_t from, std::uint64_t to) const {
        return static_cast<double>(clock_.rate().to_nanos(to - from)) / 1e9;
    }

    static constexpr std::size_t part = 256;

    const Clock& clock_ = Clock::system();
    Ticks& ticks_;
    const ProbeRequest request_;
    const Settings& settings_;
    Reporter& reporter_;
    TickFeed<Analyser, Ticks> feed_;
    LossLog losses_;
    const std::uint64_t start_ = clock_.now();
    std::uint64_t last_progress_ = 0;
    std::uint64_t last_lost_ = 0;
    std::uint64_t next_progress_ = 0;
};

/// A whole run in real-time mode, on one analyser.
template <class Analyser>
class RealTimeRun {
  public:
    RealTimeRun(Analyser& analyser, const Settings& settings, Reporter& reporter)
        : analyser_{analyser}, settings_{settings}, reporter_{reporter} {}

    /// Fills queue and store.
    void settle() {
        while (analyser_.processed() < settings_.settle && stop_signal::received() == 0) {
            packets_ +=
                run_round(analyser_, settings_.chunk(), settings_.chunk(), no_limit)
                    .packets;
        }
    }

    /// Runs as fast as possible, and reports the service times.
    void serve() {
        if (settings_.clock == ClockKind::thread) {
            serve<QueueTicks>();
        } else {
            serve<CounterTicks<>>();
        }
    }

    void probe(const ProbeRequest& request) {
        if (settings_.clock == ClockKind::thread) {
            probe<QueueTicks>(request);
        } else {
            probe<CounterTicks<>>(request);
        }
    }

    /// Packets taken in.
    std::uint64_t packets() const { return packets_; }

  private:
    static constexpr std::chrono::nanoseconds no_limit{0};

    template <class Ticks>
    void serve() {
        Ticks ticks{Clock::system(), service_ticks::capacity, service_ticks::interval_ps,
                    settings_.first_tick};
        ServiceRun<Analyser, Ticks> run{analyser_, ticks, settings_};
        const Service service = run.run();
        packets_ += run.packets();
        if (stop_signal::received() == 0) {
            reporter_.service(service);
        }
    }

    template <class Ticks>
    void probe(const ProbeRequest& request) {
        Ticks ticks{Clock::system(),
                    static_cast<std::int64_t>(request.interval.capacity()),
                    static_cast<std::int64_t>(request.interval.picoseconds),
                    settings_.first_tick};
        IntervalRun<Analyser, Ticks> run{analyser_, ticks, request, settings_, reporter_};
        if (const auto probe = run.run(); probe) {
            reporter_.probe(*probe);
        }
        packets_ += run.packets();
    }

    Analyser& analyser_;
    const Settings& settings_;
    Reporter& reporter_;
    std::uint64_t packets_ = 0;
};

/// Fills queue and store, measures the service times if asked to, then makes one probe
/// after the other.
/// @param input the descriptor of standard input, for `settings.probes_on_input`
/// @return packets taken in
/// @throws BadInput if a line of the input is wrong
template <class Analyser>
std::uint64_t run_realtime(Analyser& analyser, const Settings& settings,
                           Reporter& reporter, int input) {
    RealTimeRun<Analyser> run{analyser, settings, reporter};
    run.settle();
    if (settings.service_seconds > 0 && stop_signal::received() == 0) {
        run.serve();
    }
    ProbeRequests requests{settings, input};
    while (const auto request = requests.next()) {
        run.probe(*request);
    }
    return run.packets();
}

}  // namespace allocpool
