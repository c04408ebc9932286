#pragma once

/// When ticks are due: arithmetic only, no clock and no thread, so that tests can feed it
/// any time they like.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "tick_rate.hpp"

namespace allocpool {

/// Computes how many ticks of a regular interval have become due.
///
/// Ticks are due at multiples of the interval counted from the start, not from the tick
/// before, so delays never add up. An interval is rarely a whole number of a counter's
/// ticks, so times are kept in units of 2^-20 of such a tick; rounding the interval
/// causes a drift of less than 0.1 ppm at 10 ns on a 2 GHz counter.
///
/// Not safe for use by more than one thread.
class Metronome {
  public:
    static constexpr std::int64_t min_interval_ps = 1'000;               // 1 ns
    static constexpr std::int64_t max_interval_ps = 60'000'000'000'000;  // 1 minute

    /// @param rate the counter's rate
    /// @param interval_ps picoseconds between ticks, `min_interval_ps` to
    /// `max_interval_ps`
    /// @param start the counter's value from which the first interval runs
    /// @throws std::invalid_argument when the interval is out of range
    Metronome(const TickRate& rate, std::int64_t interval_ps, std::uint64_t start)
        : period_{period(rate, checked(interval_ps))}, base_{start}, fraction_{period_} {
        normalise();
    }

    // --8<-- [start:due]
    /// The number of ticks that have become due since the last call.
    /// @param now the counter's value
    std::uint64_t due(std::uint64_t now) noexcept {
        const auto elapsed = static_cast<std::int64_t>(now - base_);
        if (elapsed < 0) {
            return 0;
        }
        const std::uint64_t scaled =
            std::min(static_cast<std::uint64_t>(elapsed), max_step) << fraction_bits;
        if (scaled < fraction_) {
            return 0;
        }
        const std::uint64_t count = (scaled - fraction_) / period_ + 1;
        fraction_ += count * period_;
        normalise();
        return count;
    }
    // --8<-- [end:due]

  private:
    static constexpr unsigned fraction_bits = 20;

    /// The most that one call catches up, so that `scaled` does not overflow: half an
    /// hour at 5 GHz. A machine that slept longer catches up in several calls.
    static constexpr std::uint64_t max_step = std::uint64_t{1} << 43U;

    static std::int64_t checked(std::int64_t interval_ps) {
        if (interval_ps < min_interval_ps || interval_ps > max_interval_ps) {
            throw std::invalid_argument(
                "the clock's interval must be from " + std::to_string(min_interval_ps) +
                " ps (1 ns) to " + std::to_string(max_interval_ps) +
                " ps (1 minute), not " + std::to_string(interval_ps) + " ps");
        }
        return interval_ps;
    }

    static std::uint64_t period(const TickRate& rate, std::int64_t interval_ps) {
        const double ticks = rate.ticks_in_picoseconds(static_cast<double>(interval_ps));
        const double period = std::ldexp(ticks, fraction_bits);
        if (period < 1.0 || period >= std::ldexp(1.0, 62)) {
            throw std::invalid_argument("a counter of " + std::to_string(rate.hertz()) +
                                        " Hz can't measure an interval of " +
                                        std::to_string(interval_ps) + " ps");
        }
        return static_cast<std::uint64_t>(period + 0.5);
    }

    /// Moves the whole ticks of the fraction to the base.
    void normalise() noexcept {
        base_ += fraction_ >> fraction_bits;
        fraction_ &= (std::uint64_t{1} << fraction_bits) - 1;
    }

    std::uint64_t period_;    // in 2^-20 ticks
    std::uint64_t base_;      // the next tick is due at base_ ticks ...
    std::uint64_t fraction_;  // ... plus this many 2^-20 ticks
};

}  // namespace allocpool
