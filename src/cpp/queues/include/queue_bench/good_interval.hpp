#pragma once

/// The smallest interval between ticks without a loss, as native/queues/README.md defines
/// it.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "clock.hpp"
#include "counter.hpp"
#include "queue_bench/contestant.hpp"
#include "queue_bench/deadline.hpp"
#include "queue_bench/interval_search.hpp"
#include "queues/pace.hpp"
#include "queues/paced_producer.hpp"
#include "queues/tick_reader.hpp"

namespace allocpool::queue_bench {

/// The result of one window of time.
struct Window {
    std::uint64_t sent = 0;  ///< ticks that were due
    std::uint64_t gaps = 0;  ///< of those, the missing numbers
    std::uint64_t late = 0;  ///< of those, not received by the end, beyond an allowance
    double interval_ns = 0;
    std::chrono::nanoseconds producer_stall{0};
    std::chrono::nanoseconds consumer_stall{0};

    std::uint64_t lost() const { return gaps + late; }

    // --8<-- [start:stalled]
    /// True if the machine may be to blame for a loss, which then says nothing of the
    /// queue.
    /// @param capacity of the queue, in ticks
    bool stalled(std::int64_t capacity) const {
        const auto longest = std::max(producer_stall, consumer_stall);
        const auto both = producer_stall + consumer_stall;
        const double bridged_ns = static_cast<double>(capacity) * interval_ns;
        const double late_ns = static_cast<double>(late) * interval_ns;
        return lost() != 0 &&
               (static_cast<double>(longest.count()) > bridged_ns / 2 ||
                (gaps == 0 && late_ns <= static_cast<double>(both.count())));
    }
    // --8<-- [end:stalled]
};

/// The search's result, over all windows that it tried.
struct GoodInterval {
    std::optional<double> ns;
    std::uint64_t windows = 0;
    std::uint64_t stalled_windows = 0;
    std::uint64_t sent = 0;
    std::uint64_t lost = 0;
    std::chrono::nanoseconds producer_stall{0};  ///< the longest
    std::chrono::nanoseconds consumer_stall{0};  ///< the longest
};

/// The capacity that bridges 20 ms, within limits.
inline std::int64_t bridging_capacity(double interval_ns) {
    constexpr double bridged_ns = 20e6;
    constexpr double least = 100'000;
    constexpr double most = 67'108'864;  // 2^26
    return std::llround(std::clamp(bridged_ns / interval_ns, least, most));
}

/// Runs a clock, a queue and a consumer that sees every number, for some time.
template <class Contestant>
Window try_interval(const Pace& pace, std::int64_t capacity, double seconds) {
    constexpr std::size_t part = 1024;  // numbers between two readings of the clock
    constexpr double allowed_delay = 0.01;
    const Clock& clock = Clock::system();
    typename Contestant::Queue queue{capacity};
    TickReader reader{queue.consumer()};
    std::uint32_t expected = 0;
    std::uint64_t gaps = 0;
    std::uint64_t received = 0;
    std::uint64_t longest_turn = 0;

    const std::uint64_t begin = clock.now();
    const Deadline deadline{seconds};
    PacedProducer producer{clock, queue.producer(), pace};
    std::uint64_t now = begin;
    while (!deadline.passed(now)) {
        const std::size_t found = reader.read(part, [&](std::uint32_t number) {
            keep(number);
            gaps += number - expected;
            expected = number + 1;
        });
        received += found;
        if (found == 0) {
            counter::relax();
        }
        const std::uint64_t before = now;
        now = clock.now();
        if (static_cast<std::int64_t>(now - before) > 0) {
            longest_turn = std::max(longest_turn, now - before);
        }
    }

    const auto nanos = [&](std::uint64_t ticks) {
        return std::chrono::nanoseconds{clock.rate().to_nanos(ticks)};
    };
    const auto elapsed = static_cast<double>(nanos(now - begin).count());
    const double due = elapsed / pace.nanoseconds();
    const double late = due * (1 - allowed_delay) - static_cast<double>(received + gaps);
    return {static_cast<std::uint64_t>(due),
            gaps,
            static_cast<std::uint64_t>(std::max(late, 0.0)),
            pace.nanoseconds(),
            producer.longest_stall(false),
            nanos(longest_turn)};
}

/// @param capacity in ticks, or nothing to bridge 20 ms
/// @param seconds for the whole search; each window takes a tenth
template <class Contestant>
GoodInterval good_interval(std::optional<std::int64_t> capacity, double seconds) {
    constexpr int most_attempts = 5;
    GoodInterval found;
    const auto good = [&](double interval_ns) -> std::optional<bool> {
        const Pace pace = Pace::at(interval_ns, Contestant::most_per_reading);
        const std::int64_t ticks = capacity.value_or(bridging_capacity(interval_ns));
        for (int attempt = 0; attempt < most_attempts; ++attempt) {
            const Window window = try_interval<Contestant>(pace, ticks, seconds / 10);
            if (stop_signal::received() != 0) {
                return std::nullopt;
            }
            ++found.windows;
            found.sent += window.sent;
            found.lost += window.lost();
            found.producer_stall = std::max(found.producer_stall, window.producer_stall);
            found.consumer_stall = std::max(found.consumer_stall, window.consumer_stall);
            if (window.lost() == 0) {
                return true;
            }
            if (!window.stalled(ticks)) {
                return false;
            }
            ++found.stalled_windows;
        }
        return false;  // a machine that stalls so often can't show a good interval
    };
    found.ns = shortest_good(good);
    return found;
}

}  // namespace allocpool::queue_bench
