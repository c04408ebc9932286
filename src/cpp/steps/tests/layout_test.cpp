#include "steps/layout.hpp"

#include <gtest/gtest.h>

#include "drawn.hpp"

namespace {

TEST(Layout, DrawsARowForEachLineAnObjectLiesIn) {
    const std::string inside =
        steps::Layout{"t"}
            .object("o", at(128), 64, {{"f", 0, 8, steps::Kind::value}})
            .svg();
    EXPECT_EQ(count(inside, "one cache line"), 1U);
    const std::string across =
        steps::Layout{"t"}
            .object("o", at(128 + 48), 24, {{"f", 8, 16, steps::Kind::value}})
            .svg();
    EXPECT_EQ(count(across, "one cache line"), 2U);
    EXPECT_EQ(count(across, "f: offset 8, 16 bytes"), 2U) << "a field across two lines";
}

TEST(Layout, LeavesOutTheMiddleOfALongObject) {
    const std::string svg = steps::Layout{"t"}.object("o", at(0), 1024, {}).svg();
    EXPECT_EQ(count(svg, "one cache line"), 4U);
    EXPECT_NE(svg.find("12 more lines"), svg.npos);
}

TEST(Layout, IsWellFormedWhateverTheNames) {
    const std::string svg =
        steps::Layout{"a < b & \"c\""}.object("<o>", at(0), 8, {{"<f>", 0, 8, {}}}).svg();
    EXPECT_EQ(count(svg, "<o>") + count(svg, "<f>") + count(svg, "a < b"), 0U);
    EXPECT_EQ(count(svg, "<svg "), count(svg, "</svg>"));
    EXPECT_EQ(count(svg, "<text "), count(svg, "</text>"));
    EXPECT_EQ(count(svg, "<rect "), count(svg, "</rect>"));
}

}  // namespace
