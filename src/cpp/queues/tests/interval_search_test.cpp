#include "queue_bench/interval_search.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "queue_bench/good_interval.hpp"
#include "queues/run_ring.hpp"

namespace allocpool::queue_bench {
namespace {

TEST(IntervalSearch, StepsGoFromTheLongestToTheShortest) {
    EXPECT_DOUBLE_EQ(IntervalSteps::at(0), 2000);
    EXPECT_DOUBLE_EQ(IntervalSteps::at(1), 2000 / 1.1);
    EXPECT_GT(IntervalSteps::at(IntervalSteps::last - 1), 0.1);
    EXPECT_DOUBLE_EQ(IntervalSteps::at(IntervalSteps::last), 0.1);
}

TEST(IntervalSearch, FindsTheShortestThatIsGood) {
    for (const double limit : {0.05, 0.1, 0.11, 1.0, 9.9, 123.0, 1999.0, 2000.0}) {
        int tries = 0;
        const auto found = shortest_good([&](double interval) -> std::optional<bool> {
            ++tries;
            return interval >= limit;
        });
        ASSERT_TRUE(found) << limit;
        EXPECT_GE(*found, limit);
        EXPECT_TRUE(*found == 0.1 || *found < limit * 1.1001) << *found;
        EXPECT_LE(tries, 8);
    }
}

TEST(IntervalSearch, FindsNothingWhenNotEvenTheLongestIsGood) {
    int tries = 0;
    EXPECT_FALSE(shortest_good([&](double) -> std::optional<bool> {
        ++tries;
        return false;
    }));
    EXPECT_EQ(tries, 1);
}

TEST(IntervalSearch, CanBeGivenUp) {
    EXPECT_FALSE(shortest_good([](double interval) -> std::optional<bool> {
        return interval == 2000 ? std::optional{true} : std::nullopt;
    }));
}

TEST(GoodInterval, TheQueueBridges20MillisecondsWithinLimits) {
    EXPECT_EQ(bridging_capacity(2000), 100'000);
    EXPECT_EQ(bridging_capacity(10), 2'000'000);
    EXPECT_EQ(bridging_capacity(0.1), 67'108'864);
}

/// A queue that takes every number and returns none.
class Hole {
  public:
    explicit Hole(std::int64_t) {}
    std::uint32_t capacity() const { return 1; }
    Hole& producer() { return *this; }
    Hole& consumer() { return *this; }
    bool offer(std::uint32_t) noexcept { return true; }
    bool take(std::uint32_t&) noexcept { return false; }
};

TEST(GoodInterval, WhatNeverArrivesIsLost) {
    const Window window = try_interval<Contestant<Hole>>(Pace::at(1000), 1, 0.05);
    EXPECT_GE(window.sent, 49'999U);
    EXPECT_EQ(window.gaps, 0U);
    EXPECT_GE(window.lost(), window.sent / 100 * 98);
    EXPECT_LE(window.lost(), window.sent);
}

TEST(GoodInterval, TheMachineIsBlamedOnlyForWhatItsStallsExplain) {
    using namespace std::chrono_literals;
    constexpr std::int64_t capacity = 100'000;  // bridges a millisecond
    EXPECT_FALSE((Window{1'000'000, 0, 0, 10, 2ms, 2ms}).stalled(capacity)) << "no loss";
    EXPECT_TRUE((Window{1'000'000, 5, 0, 10, 501us, 0us}).stalled(capacity));
    EXPECT_TRUE((Window{1'000'000, 5, 0, 10, 0us, 501us}).stalled(capacity));
    EXPECT_FALSE((Window{1'000'000, 5, 0, 10, 499us, 499us}).stalled(capacity));
    EXPECT_TRUE((Window{1'000'000, 0, 20'000, 10, 100us, 101us}).stalled(capacity));
    EXPECT_FALSE((Window{1'000'000, 0, 20'000, 10, 100us, 99us}).stalled(capacity));
    EXPECT_FALSE((Window{1'000'000, 1, 19'999, 10, 100us, 101us}).stalled(capacity));
}

TEST(GoodInterval, AnEasyIntervalLosesNothing) {
    // If other programs take the cores, a window may lose ticks because of them.
    constexpr int most_windows = 100;
    for (int number = 0; number < most_windows; ++number) {
        const Window window =
            try_interval<Contestant<RunRing>>(Pace::at(10'000), 1'000'000, 0.05);
        EXPECT_GE(window.sent, 4'999U);
        if (window.lost() == 0) {
            return;
        }
    }
    FAIL() << "each of " << most_windows << " windows lost ticks";
}

}  // namespace
}  // namespace allocpool::queue_bench
