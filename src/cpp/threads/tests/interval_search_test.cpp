#include "interval_search.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace allocpool::threads {
namespace {

constexpr std::uint64_t stall_ns = 1000;

TEST(SearchIntervals, FallByTenPercentToTheShortest) {
    const std::vector<Interval> intervals = search_intervals();
    EXPECT_EQ(intervals.front().text(), "2000");
    EXPECT_LT(intervals.back().picoseconds, 1100U);
    EXPECT_GE(intervals.back().picoseconds, 1000U);
    for (std::size_t i = 1; i < intervals.size(); ++i) {
        EXPECT_NEAR(static_cast<double>(intervals[i - 1].picoseconds) /
                        static_cast<double>(intervals[i].picoseconds),
                    1.1, 0.001);
    }
}

/// A program that needs `picoseconds` per packet.
auto program_that_needs(std::uint64_t picoseconds) {
    return [picoseconds](const Interval& interval) {
        const bool too_slow = interval.picoseconds < picoseconds;
        return std::optional<Trial>{Trial{1000, 1000, too_slow ? 1U : 0U, 10}};
    };
}

TEST(FindSmallest, FindsEachOfTheIntervals) {
    const std::vector<Interval> intervals = search_intervals();
    for (const Interval& interval : intervals) {
        const auto found =
            find_smallest(intervals, stall_ns, program_that_needs(interval.picoseconds));
        ASSERT_TRUE(found && found->interval);
        EXPECT_EQ(*found->interval, interval);
        EXPECT_LE(found->windows, 7U);
        EXPECT_EQ(found->stalled_windows, 0U);
        EXPECT_EQ(found->sent, 1000U);
    }
}

TEST(FindSmallest, FindsNoneForAProgramThatIsTooSlow) {
    const auto found =
        find_smallest(search_intervals(), stall_ns, program_that_needs(3'000'000));
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->interval);
}

TEST(FindSmallest, TriesAgainWhenTheMachineStalled) {
    std::map<std::uint64_t, int> trials;
    const auto stalls_twice = [&](const Interval& interval) {
        const bool stalled = ++trials[interval.picoseconds] <= 2;
        const bool too_slow = interval.picoseconds < 500'000;
        const Trial trial{10, 10, stalled || too_slow ? 3U : 0U, stalled ? 1001U : 0U};
        return std::optional<Trial>{trial};
    };
    const auto found = find_smallest(search_intervals(), stall_ns, stalls_twice);
    ASSERT_TRUE(found && found->interval);
    EXPECT_GE(found->interval->picoseconds, 500'000U);
    EXPECT_LT(found->interval->picoseconds, 550'001U);
    EXPECT_EQ(found->stalled_windows, 2 * trials.size());
    EXPECT_EQ(found->windows, 3 * trials.size());
}

TEST(FindSmallest, GivesUpAfterFiveStalls) {
    const auto always_stalled = [](const Interval&) {
        return std::optional<Trial>{Trial{10, 10, 1, 1001}};
    };
    const auto found = find_smallest(search_intervals(), stall_ns, always_stalled);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->interval);
    EXPECT_EQ(found->windows % 5, 0U);
    EXPECT_EQ(found->stalled_windows, found->windows);
}

TEST(FindSmallest, AStallWithoutALossIsGood) {
    const auto patient = [](const Interval&) {
        return std::optional<Trial>{Trial{10, 10, 0, 1'000'000}};
    };
    const auto found = find_smallest(search_intervals(), stall_ns, patient);
    ASSERT_TRUE(found && found->interval);
    EXPECT_EQ(*found->interval, search_intervals().back());
    EXPECT_EQ(found->longest_stall_ns, 1'000'000U);
}

TEST(FindSmallest, AWindowThatWasNotSeenToItsEndIsNotGood) {
    const auto blind = [](std::uint64_t stall) {
        return [stall](const Interval&) {
            return std::optional<Trial>{Trial{1000, 899, 0, stall}};
        };
    };
    const auto stalled = find_smallest(search_intervals(), stall_ns, blind(1001));
    ASSERT_TRUE(stalled);
    EXPECT_FALSE(stalled->interval);
    EXPECT_EQ(stalled->stalled_windows, stalled->windows) << "tried again";
    const auto slow = find_smallest(search_intervals(), stall_ns, blind(0));
    ASSERT_TRUE(slow);
    EXPECT_FALSE(slow->interval);
    EXPECT_EQ(slow->stalled_windows, 0U) << "nobody was held up: it is too slow";
}

TEST(FindSmallest, EndsWhenATrialIsEnded) {
    int trials = 0;
    const auto ended = [&](const Interval&) {
        ++trials;
        return std::optional<Trial>{};
    };
    EXPECT_FALSE(find_smallest(search_intervals(), stall_ns, ended));
    EXPECT_EQ(trials, 1);
}

}  // namespace
}  // namespace allocpool::threads
