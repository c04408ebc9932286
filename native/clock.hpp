#pragma once

/// A clock that takes a few nanoseconds to read.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <thread>

#include "counter.hpp"
#include "tick_rate.hpp"

namespace allocpool {

/// Counts the processor's ticks where the processor has a counter of constant rate, and
/// nanoseconds of `std::chrono::steady_clock` elsewhere. Immutable, so any number of
/// threads may read one clock. After a move to another core, time may step back by a few
/// ticks: compute signed differences where that matters.
class Clock {
  public:
    enum class Source { counter, steady_clock };

    /// The process's clock. The first call calibrates it, which takes 30 ms; calls that
    /// arrive meanwhile wait for it.
    static const Clock& system() {
        static const Clock clock = calibrated(std::chrono::milliseconds{30});
        return clock;
    }

    /// Measures the counter's rate against `steady_clock` for the given time.
    ///
    /// Accuracy: each end of the measurement is known to within `bracket` (typically 30
    /// to 100 ns), which is some 5 ppm of 30 ms; `uncertainty_ppm()` returns this
    /// calibration's figure. If the two halves of the measurement disagree by more than
    /// 1000 ppm, the counter does not keep time, and we use `steady_clock` instead.
    static Clock calibrated(std::chrono::nanoseconds duration) {
        if (!counter::usable()) {
            return steady();
        }
        const Reading start = best_reading();
        std::this_thread::sleep_for(duration / 2);
        const Reading middle = best_reading();
        std::this_thread::sleep_for(duration / 2);
        const Reading end = best_reading();

        const double measured = rate(start, end);
        if (!agree(rate(start, middle), rate(middle, end))) {
            return steady();
        }
        const double stated = static_cast<double>(counter::nominal_hertz());
        const double hertz = agree(stated, measured) ? stated : measured;
        if (!(hertz >= 1e6 && hertz <= static_cast<double>(TickRate::max_hertz))) {
            return steady();
        }
        const double known_to = static_cast<double>(start.bracket + end.bracket);
        const double elapsed = static_cast<double>(end.nanos - start.nanos);
        return Clock{Source::counter, TickRate{static_cast<std::uint64_t>(hertz + 0.5)},
                     known_to / elapsed * 1e6};
    }

    /// The fallback: `steady_clock` in nanoseconds; a reading takes about 20 to 50 ns.
    static Clock steady() {
        return Clock{Source::steady_clock, TickRate{1'000'000'000U}, 0};
    }

    /// Ticks since an arbitrary moment.
    std::uint64_t now() const noexcept {
        return source_ == Source::counter ? counter::read() : steady_nanos();
    }

    Source source() const noexcept { return source_; }
    const TickRate& rate() const noexcept { return rate_; }

    /// The rate's possible error against `steady_clock`, in parts per million.
    double uncertainty_ppm() const noexcept { return uncertainty_ppm_; }

  private:
    /// A reading of both clocks: the counter was read within `bracket` ns of `nanos`.
    struct Reading {
        std::uint64_t ticks;
        std::uint64_t nanos;
        std::uint64_t bracket;
    };

    Clock(Source source, TickRate rate, double uncertainty_ppm)
        : source_{source}, rate_{rate}, uncertainty_ppm_{uncertainty_ppm} {}

    static std::uint64_t steady_nanos() noexcept {
        return static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(
                std::chrono::steady_clock::now().time_since_epoch())
                .count());
    }

    // --8<-- [start:best-reading]
    /// Reads the counter between two readings of the steady clock, several times, and
    /// keeps the tightest pair: an interrupt may spoil some attempts, but hardly all.
    static Reading best_reading() noexcept {
        Reading best{0, 0, std::numeric_limits<std::uint64_t>::max()};
        for (int attempt = 0; attempt < 16; ++attempt) {
            const std::uint64_t before = steady_nanos();
            const std::uint64_t ticks = counter::read_ordered();
            const std::uint64_t after = steady_nanos();
            if (after - before < best.bracket) {
                best = {ticks, before + (after - before) / 2, after - before};
            }
        }
        return best;
    }
    // --8<-- [end:best-reading]

    static double rate(const Reading& from, const Reading& to) noexcept {
        return static_cast<double>(to.ticks - from.ticks) * 1e9 /
               static_cast<double>(std::max<std::uint64_t>(to.nanos - from.nanos, 1));
    }

    static bool agree(double a, double b) noexcept {
        return std::abs(a - b) <= 1e-3 * std::max(a, b);
    }

    Source source_;
    TickRate rate_;
    double uncertainty_ppm_;
};

}  // namespace allocpool
