#include "watch.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <thread>

#include "tick_range.hpp"

namespace allocpool::threads {
namespace {

using namespace std::chrono_literals;

TEST(Watch, KnowsTheLongestTimeBetweenMarks) {
    Watch watch{Clock::system()};
    EXPECT_EQ(watch.longest(false), 0ns);
    std::this_thread::sleep_for(2ms);
    watch.mark();
    watch.mark();
    EXPECT_GE(watch.longest(true), 1900us) << "the clocks differ a little";
    EXPECT_EQ(watch.longest(false), 0ns);
    watch.mark();
    EXPECT_GT(watch.longest(false), 0ns);
}

struct Sleeping {
    void run(std::uint64_t packets) {
        std::this_thread::sleep_for(std::chrono::microseconds{packets});
    }
};

TEST(WatchedAnalyser, ALongRunIsAStall) {
    Sleeping sleeping;
    Watch watch{Clock::system()};
    WatchedAnalyser<Sleeping> analyser{sleeping, watch};
    analyser.run(3000);
    EXPECT_GE(watch.longest(false), 2900us);
}

struct LateTicks {
    using Batch = TickRange;
    Batch poll() { return {7, 3}; }
    void release() { ++released; }
    std::chrono::nanoseconds longest_stall(bool) const { return stall; }

    std::chrono::nanoseconds stall{0};
    int released = 0;
};

TEST(WatchedTicks, PassTicksOnAndReportWhoeverWasLate) {
    LateTicks ticks;
    Watch watch{Clock::system()};
    WatchedTicks<LateTicks> watched{ticks, watch};
    std::this_thread::sleep_for(2ms);
    EXPECT_EQ(watched.poll().size(), 3U);
    watched.release();
    EXPECT_EQ(ticks.released, 1);
    EXPECT_GE(watched.longest_stall(false), 1900us) << "the taker";
    ticks.stall = 1h;
    EXPECT_EQ(watched.longest_stall(true), 1h) << "the clock";
    ticks.stall = 0ns;
    EXPECT_EQ(watched.longest_stall(false), 0ns);
}

}  // namespace
}  // namespace allocpool::threads
