#pragma once

/// Which intervals between packets lose none? Tried one after the other, by halving.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "interval.hpp"
#include "metronome.hpp"

namespace allocpool::threads {

/// One trial of an interval.
struct Trial {
    std::uint64_t due;               ///< ticks of the window
    std::uint64_t sent;              ///< up to the last one received
    std::uint64_t lost;              ///< of those sent
    std::uint64_t longest_stall_ns;  ///< of whichever thread was held up longest

    /// Nothing was lost, as far as the last tick received tells, and that was close to the
    /// end: what is lost after it would only be missed at the next one.
    bool is_good() const { return lost == 0 && sent >= due - due / 10; }
};

/// From 2000 ns down to 1 ns, the clock's shortest, each the one before divided by 1.1.
inline std::vector<Interval> search_intervals() {
    constexpr double step = 1.1;
    std::vector<Interval> intervals;
    for (double ps = 2'000'000; ps >= Metronome::min_interval_ps; ps /= step) {
        intervals.push_back({static_cast<std::uint64_t>(ps)});
    }
    return intervals;
}

/// What the search found.
struct SmallestInterval {
    std::optional<Interval> interval;    ///< none when even the longest one loses packets
    std::uint64_t windows = 0;           ///< trials, repeated ones included
    std::uint64_t stalled_windows = 0;   ///< of those: repeated, as the machine stalled
    std::uint64_t sent = 0;              ///< in the window that decided for the interval
    std::uint64_t longest_stall_ns = 0;  ///< there
};

/// Finds the smallest interval without a loss, on the assumption that a longer one loses
/// nothing either.
///
/// A loss, or a window that was not seen to its end, while somebody was held up for longer than `stall_ns` is the machine's: the
/// interval is tried again, up to five times in all.
///
/// @param intervals falling
/// @param trial called with an interval; returns a Trial, or nothing to end the search
/// @return nothing when the search was ended
template <class Try>
std::optional<SmallestInterval> find_smallest(const std::vector<Interval>& intervals,
                                              std::uint64_t stall_ns, Try&& trial) {
    constexpr int most_trials = 5;
    SmallestInterval found;
    std::size_t good = 0;                // so many at the front lose nothing
    std::size_t bad = intervals.size();  // from there on, they do
    while (good < bad) {
        const std::size_t middle = good + (bad - good) / 2;
        std::optional<Trial> last;
        for (int trials = 1; trials <= most_trials; ++trials) {
            last = trial(intervals[middle]);
            if (!last) {
                return std::nullopt;
            }
            ++found.windows;
            if (last->is_good() || last->longest_stall_ns <= stall_ns) {
                break;
            }
            ++found.stalled_windows;
        }
        if (last->is_good()) {
            good = middle + 1;
            found.interval = intervals[middle];
            found.sent = last->sent;
            found.longest_stall_ns = last->longest_stall_ns;
        } else {
            bad = middle;
        }
    }
    return found;
}

}  // namespace allocpool::threads
