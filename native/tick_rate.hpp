#pragma once

/// Conversion between a counter's ticks and real time.

#include <cstdint>
#include <stdexcept>
#include <string>

namespace allocpool {

/// The rate of a counter. Immutable; safe to share between threads.
///
/// A product `ticks * 1e9` overflows 64 bits after a few seconds of a 3 GHz counter.
/// Whole seconds and the rest are therefore converted separately: each product then stays
/// below 2^64 for every rate up to 18 GHz, and the result is exact (rounded down).
class TickRate {
  public:
    static constexpr std::uint64_t max_hertz = 18'000'000'000U;

    /// @param hertz ticks a second, from 1 to `max_hertz`
    /// @throws std::invalid_argument if it is out of that range
    explicit TickRate(std::uint64_t hertz) : hertz_{hertz} {
        if (hertz == 0 || hertz > max_hertz) {
            throw std::invalid_argument("a counter's rate must be from 1 to " +
                                        std::to_string(max_hertz) + " Hz, not " +
                                        std::to_string(hertz));
        }
    }

    std::uint64_t hertz() const noexcept { return hertz_; }

    // --8<-- [start:tick-conversion]
    /// Exact for every number of ticks whose nanoseconds fit 64 bits (584 years).
    std::uint64_t to_nanos(std::uint64_t ticks) const noexcept {
        return ticks / hertz_ * nanos_per_second +
               ticks % hertz_ * nanos_per_second / hertz_;
    }

    /// Exact for every time whose ticks fit 64 bits (195 years at 3 GHz).
    std::uint64_t to_ticks(std::uint64_t nanos) const noexcept {
        return nanos / nanos_per_second * hertz_ +
               nanos % nanos_per_second * hertz_ / nanos_per_second;
    }
    // --8<-- [end:tick-conversion]

    /// An interval in ticks, as a real number: 10 ns of a 2.1 GHz counter are 21.0 ticks.
    double ticks_in_picoseconds(double picoseconds) const noexcept {
        return picoseconds * static_cast<double>(hertz_) / 1e12;
    }

  private:
    static constexpr std::uint64_t nanos_per_second = 1'000'000'000U;

    std::uint64_t hertz_;
};

}  // namespace allocpool
