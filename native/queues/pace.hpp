#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace allocpool {

/// A clock's rate of ticks, and how it reads its counter.
struct Pace {
    /// In effect all due ticks: only a stall of some 65 us at 1 ns leaves more. The clock
    /// writes those in parts, and reads its counter in between.
    static constexpr std::uint64_t all_due = 65'536;

    static constexpr std::int32_t max_ticks_per_beat = 1000;

    /// Picoseconds between two beats: see `Metronome`.
    std::int64_t beat_ps;

    /// Ticks that become due with each beat, from 1 to `max_ticks_per_beat`. A beat can't
    /// be shorter than 1 ns; two ticks a beat make ticks of 0.5 ns.
    std::int32_t ticks_per_beat = 1;

    /// The most ticks written per reading of the counter, at least 1. With 1, the cost of
    /// a reading limits the clock.
    std::uint64_t most_per_reading = all_due;

    /// The pace nearest to an interval between ticks.
    /// @param nanoseconds from 1/1000 to 1e9; rounded to whole picoseconds for a beat
    static Pace at(double nanoseconds, std::uint64_t most_per_reading = all_due) {
        const auto ticks =
            nanoseconds < 1 ? static_cast<std::int32_t>(std::ceil(1 / nanoseconds)) : 1;
        return {std::llround(nanoseconds * 1000 * ticks), ticks, most_per_reading};
    }

    /// The time between two ticks, in nanoseconds.
    double nanoseconds() const {
        return static_cast<double>(beat_ps) / 1000 / ticks_per_beat;
    }

    /// @throws std::invalid_argument if a number of ticks is out of range; the interval
    ///         is checked by `Metronome`
    void check() const {
        if (ticks_per_beat < 1 || ticks_per_beat > max_ticks_per_beat) {
            throw std::invalid_argument("the clock's ticks per beat must be from 1 to " +
                                        std::to_string(max_ticks_per_beat) + ", not " +
                                        std::to_string(ticks_per_beat));
        }
        if (most_per_reading == 0) {
            throw std::invalid_argument("a clock must write at least 1 tick per reading");
        }
    }
};

}  // namespace allocpool
