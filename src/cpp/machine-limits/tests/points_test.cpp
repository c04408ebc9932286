#include "points.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "measures.hpp"

namespace allocpool::limits {
namespace {

using Points = std::vector<std::size_t>;

TEST(HalfSteps, ArePowersOfTwoAndTheMiddlesBetweenThem) {
    EXPECT_EQ(half_steps(4, 4), (Points{4}));
    EXPECT_EQ(half_steps(4, 5), (Points{4}));
    EXPECT_EQ(half_steps(4, 6), (Points{4, 6}));
    EXPECT_EQ(half_steps(4, 17), (Points{4, 6, 8, 12, 16}));
}

TEST(Plan, SharesItsTime) {
    EXPECT_EQ((Plan{2, 0}.milliseconds_each(10)), 200U);
    EXPECT_EQ((Plan{0.001, 0}.milliseconds_each(10)), 1U);
}

/// Memory in huge pages is measured, or reported as refused.
TEST(InBothPages, AsksForSmallOnesFirst) {
    testing::internal::CaptureStdout();
    BenchReport report{"machine", 3};
    std::vector<Pages> seen;
    in_both_pages(Mapping::huge_page_bytes, report, [&](std::byte* memory, Pages pages) {
        memory[0] = std::byte{1};
        seen.push_back(pages);
    });
    const std::string output = testing::internal::GetCapturedStdout();
    ASSERT_GE(seen.size(), 1U);
    EXPECT_EQ(seen.front(), Pages::small);
    EXPECT_EQ(seen.size() == 2, output.empty()) << output;
}

}  // namespace
}  // namespace allocpool::limits
