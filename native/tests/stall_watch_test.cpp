#include "stall_watch.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>

namespace allocpool {
namespace {

using namespace std::chrono_literals;

const TickRate half_nanoseconds{2'000'000'000};

TEST(StallWatch, RemembersTheLongestGapUntilItIsReset) {
    StallWatch watch;
    EXPECT_EQ(watch.longest(half_nanoseconds, false), 0ns);
    watch.note(1000, 1200);
    watch.note(1200, 1300);
    EXPECT_EQ(watch.longest(half_nanoseconds, false), 100ns);
    EXPECT_EQ(watch.longest(half_nanoseconds, true), 100ns);
    EXPECT_EQ(watch.longest(half_nanoseconds, false), 0ns);
    watch.note(1300, 1310);
    EXPECT_EQ(watch.longest(half_nanoseconds, false), 5ns);
}

TEST(StallWatch, AStepBackIsNoStall) {
    StallWatch watch;
    watch.note(1000, 990);
    EXPECT_EQ(watch.longest(half_nanoseconds, false), 0ns);
}

TEST(StallWatch, ACounterMayWrap) {
    StallWatch watch;
    watch.note(std::numeric_limits<std::uint64_t>::max() - 9, 10);
    EXPECT_EQ(watch.longest(half_nanoseconds, false), 10ns);
}

}  // namespace
}  // namespace allocpool
