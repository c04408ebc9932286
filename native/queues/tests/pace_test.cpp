#include "queues/pace.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace allocpool {
namespace {

TEST(Pace, IntervalsFromOneNanosecondAreBeats) {
    EXPECT_EQ(Pace::at(2000).beat_ps, 2'000'000);
    EXPECT_EQ(Pace::at(2000).ticks_per_beat, 1);
    EXPECT_EQ(Pace::at(1).beat_ps, 1000);
    EXPECT_EQ(Pace::at(1).ticks_per_beat, 1);
    EXPECT_EQ(Pace::at(1).most_per_reading, Pace::all_due);
    EXPECT_EQ(Pace::at(12.3456).beat_ps, 12'346);
}

TEST(Pace, ShorterOnesAreSeveralTicksABeat) {
    EXPECT_EQ(Pace::at(0.5).beat_ps, 1000);
    EXPECT_EQ(Pace::at(0.5).ticks_per_beat, 2);
    EXPECT_EQ(Pace::at(0.1).beat_ps, 1000);
    EXPECT_EQ(Pace::at(0.1).ticks_per_beat, 10);
    for (double interval = 0.001; interval < 5; interval *= 1.07) {
        const Pace pace = Pace::at(interval, 1);
        EXPECT_NO_THROW(pace.check());
        EXPECT_GE(pace.beat_ps, 1000) << interval;
        EXPECT_NEAR(pace.nanoseconds() / interval, 1, 5e-4);
        EXPECT_EQ(pace.most_per_reading, 1U);
    }
}

TEST(Pace, RefusesNumbersOutOfRange) {
    for (const int bad : {0, -1, Pace::max_ticks_per_beat + 1}) {
        EXPECT_THROW((Pace{1000, bad}.check()), std::invalid_argument) << bad;
    }
    EXPECT_THROW((Pace{1000, 1, 0}.check()), std::invalid_argument);
}

}  // namespace
}  // namespace allocpool
