#include "tick_range.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace allocpool {
namespace {

std::vector<std::uint32_t> numbers(const TickRange& range) {
    return {range.begin(), range.end()};
}

using Numbers = std::vector<std::uint32_t>;

TEST(TickRange, IsEmptyAtFirst) {
    EXPECT_TRUE(TickRange{}.empty());
    EXPECT_EQ(TickRange{}.size(), 0U);
    EXPECT_EQ(numbers(TickRange{}), Numbers{});
}

TEST(TickRange, IsCutLikeASpan) {
    const TickRange range{7, 4};
    EXPECT_EQ(range.size(), 4U);
    EXPECT_EQ(numbers(range), (Numbers{7, 8, 9, 10}));
    EXPECT_EQ(numbers(range.first(3)), (Numbers{7, 8, 9}));
    EXPECT_EQ(numbers(range.subspan(3)), Numbers{10});
    EXPECT_TRUE(range.subspan(4).empty());
}

TEST(TickRange, GoesOnAcrossTheWrap) {
    constexpr std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
    const TickRange range{last - 1, 4};
    EXPECT_EQ(numbers(range), (Numbers{last - 1, last, 0, 1}));
    EXPECT_EQ(numbers(range.first(2)), (Numbers{last - 1, last}));
    EXPECT_EQ(numbers(range.subspan(2)), (Numbers{0, 1}));
}

}  // namespace
}  // namespace allocpool
