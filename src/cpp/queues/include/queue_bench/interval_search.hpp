#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

namespace allocpool::queue_bench {

// --8<-- [start:search]
/// The intervals to try: 2000 ns / 1.1^step, down to 0.1 ns.
struct IntervalSteps {
    static constexpr double longest_ns = 2000;
    static constexpr double shortest_ns = 0.1;
    static constexpr double ratio = 1.1;
    static constexpr int last = 104;

    static double at(int step) {
        return std::max(longest_ns / std::pow(ratio, step), shortest_ns);
    }
};

/// The shortest good interval, by halving: if one is good, longer ones are assumed to be
/// good, too.
/// @param good tells whether an interval in nanoseconds is good; nothing to give up
/// @return nothing if not even the longest is good, or the search was given up
template <class Good>
std::optional<double> shortest_good(Good good) {
    int best = -1;
    int bad = IntervalSteps::last + 1;
    for (int step = 0; bad - best > 1; step = best + (bad - best) / 2) {
        const std::optional<bool> answer = good(IntervalSteps::at(step));
        if (!answer) {
            return std::nullopt;
        }
        (*answer ? best : bad) = step;
    }
    return best < 0 ? std::nullopt : std::optional{IntervalSteps::at(best)};
}
// --8<-- [end:search]

}  // namespace allocpool::queue_bench
