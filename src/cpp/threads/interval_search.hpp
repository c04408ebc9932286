#pragma once

/// Searches, by halving, for the smallest interval between packets without a loss.

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
    std::uint64_t longest_stall_ns;  ///< of the thread that was held up longest

    /// True if nothing was lost up to the last tick received, and that was close to the
    /// end: a loss after it would only be noticed at the next tick.
    bool is_good() const { return lost == 0 && sent >= due - due / 10; }
};

/// From 2000 ns down to 1 ns, the clock's shortest: each is the previous one / 1.1.
inline std::vector<Interval> search_intervals() {
    constexpr double step = 1.1;
    std::vector<Interval> intervals;
    for (double ps = 2'000'000; ps >= Metronome::min_interval_ps; ps /= step) {
        intervals.push_back({static_cast<std::uint64_t>(ps)});
    }
    return intervals;
}

/// The result of the search.
struct SmallestInterval {
    std::optional<Interval> interval;    ///< none if even the longest one loses packets
    std::uint64_t windows = 0;           ///< trials, repeated ones included
    std::uint64_t stalled_windows = 0;   ///< of those: repeated, as the machine stalled
    std::uint64_t sent = 0;              ///< in the window that decided for the interval
    std::uint64_t longest_stall_ns = 0;  ///< there
};

/// Finds the smallest interval without a loss, assuming that longer ones lose nothing
/// either.
///
/// If a window has a loss, or does not reach its end, and some thread was held up for
/// longer than `stall_ns`, the machine is to blame: the interval is tried again, up to
/// five times in all.
///
/// @param intervals falling
/// @param trial called with an interval; returns a Trial, or nothing to end the search
/// @return nothing if the search was ended
template <class Try>
std::optional<SmallestInterval> find_smallest(const std::vector<Interval>& intervals,
                                              std::uint64_t stall_ns, Try&& trial) {
    constexpr int most_trials = 5;
    SmallestInterval found;
    std::size_t good = 0;                // this many at the front lose nothing
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
