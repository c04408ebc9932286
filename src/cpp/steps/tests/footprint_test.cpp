#include "steps/footprint.hpp"

#include <gtest/gtest.h>

#include "drawn.hpp"

namespace {

TEST(Footprint, CountsLinesAndPagesOnce) {
    steps::Footprint footprint;
    footprint.touch(at(4096), 64);
    EXPECT_EQ(footprint.lines(), 1U);
    footprint.touch(at(4100), 4);
    EXPECT_EQ(footprint.lines(), 1U);
    footprint.touch(at(4096 + 63), 2);
    EXPECT_EQ(footprint.lines(), 2U);
    EXPECT_EQ(footprint.pages(), 1U);
    footprint.touch(at(8190), 4);
    EXPECT_EQ(footprint.lines(), 4U);
    EXPECT_EQ(footprint.pages(), 2U);
}

TEST(Footprint, NothingTouchesNothing) {
    steps::Footprint footprint;
    footprint.touch(at(64), 0);
    EXPECT_EQ(footprint.lines(), 0U);
    EXPECT_EQ(footprint.pages(), 0U);
}

TEST(Footprint, TakesWholeObjects) {
    struct alignas(64) Two {
        char bytes[128];
    };
    const Two two{};
    steps::Footprint footprint;
    footprint.touch(two);
    EXPECT_EQ(footprint.lines(), 2U);
}

}  // namespace
