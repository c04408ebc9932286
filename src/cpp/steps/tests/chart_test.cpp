#include "steps/chart.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "drawn.hpp"

namespace {

using steps::ticks;

TEST(Ticks, AreRoundAndReachTheTop) {
    EXPECT_EQ(ticks(10), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(ticks(7), (std::vector<double>{0, 2, 4, 6, 8}));
    EXPECT_EQ(ticks(100), (std::vector<double>{0, 20, 40, 60, 80, 100}));
    EXPECT_EQ(ticks(101).back(), 150);
    for (double top = 1e-3; top < 1e9; top *= 1.37) {
        EXPECT_GE(ticks(top).back(), top);
        EXPECT_LE(ticks(top).size(), 6U) << top;
        EXPECT_GE(ticks(top).size(), 3U) << top;
    }
}

TEST(Ticks, OfNothingAreThere) {
    for (const double top : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_EQ(ticks(top), (std::vector<double>{0, 1}));
    }
}

TEST(BarChart, HasABarForEachValueThatThereIs) {
    const std::string svg = steps::BarChart{"t", "ns", "case", {"A", "B", "C"}}
                                .series("one", {1, 2, 3})
                                .series("two", {4})
                                .series("three", {1, 2, 3, 4})
                                .svg();
    EXPECT_EQ(count(svg, " ns</title>"), 7U);
    EXPECT_NE(svg.find("A, two: 4.00 ns"), svg.npos);
}

TEST(BarChart, LeavesOutNegativeValues) {
    const std::string svg =
        steps::BarChart{"t", "ns", "case", {"A", "B"}}.series("one", {-1, 2}).svg();
    EXPECT_EQ(count(svg, " ns</title>"), 1U);
    EXPECT_NE(svg.find("B, one: 2.00 ns"), svg.npos);
}

TEST(BarChart, StandsWithoutValues) {
    EXPECT_NE((steps::BarChart{"t", "ns", "case", {}}.svg().find("</svg>")),
              std::string::npos);
}

TEST(LineChart, HasAMarkForEachPointAndNamesSizes) {
    const std::string svg = steps::LineChart{"t", "ns", "memory"}
                                .series("x<y", {{16384, 1}, {32768, 2}, {65536, 4}})
                                .svg();
    EXPECT_EQ(count(svg, "<circle"), 3U);
    EXPECT_NE(svg.find("16 KiB"), svg.npos);
    EXPECT_EQ(count(svg, "x<y"), 0U);
}

TEST(LineChart, StandsWithOnePointAndWithNone) {
    for (const steps::LineChart::Points& points :
         {steps::LineChart::Points{}, steps::LineChart::Points{{4096, 1}}}) {
        const std::string svg =
            steps::LineChart{"t", "ns", "memory"}.series("s", points).svg();
        EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0U) << svg;
    }
}

TEST(Numbers, AreShortAndHonest) {
    EXPECT_EQ(steps::rounded(1234.4), "1234");
    EXPECT_EQ(steps::rounded(12.34), "12.3");
    EXPECT_EQ(steps::rounded(1.234), "1.23");
    EXPECT_EQ(steps::size_text(512), "512 B");
    EXPECT_EQ(steps::size_text(65536), "64 KiB");
    EXPECT_EQ(steps::size_text(1.5 * 1024 * 1024), "1.5 MiB");
}

}  // namespace
