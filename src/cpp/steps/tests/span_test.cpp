#include "steps/span.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <type_traits>
#include <vector>

namespace {

int sum(steps::span<const int> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0);
}

TEST(Span, IsMadeOfWhateverHoldsElementsSideBySide) {
    std::array<int, 3> three{1, 2, 3};
    const std::vector<int> two{4, 5};
    int one[]{6};
    EXPECT_EQ(sum(three), 6);
    EXPECT_EQ(sum(two), 9);
    EXPECT_EQ(sum(one), 6);
    EXPECT_EQ(sum({}), 0);
    EXPECT_EQ(sum({two.data(), 1}), 4);
    EXPECT_EQ(sum({three.data() + 1, three.data() + 3}), 5);
}

TEST(Span, SeesTheElementsThemselves) {
    std::array<int, 4> numbers{1, 2, 3, 4};
    const steps::span<int> all{numbers};
    all[0] = 10;
    EXPECT_EQ(numbers[0], 10);
    EXPECT_EQ(all.size(), 4U);
}

TEST(Span, MayForbidChanges) {
    int numbers[]{1, 2, 3};
    EXPECT_EQ(sum(steps::span<int>{numbers}), 6);
    static_assert(!std::is_convertible_v<steps::span<const int>, steps::span<int>>);
}

TEST(Span, GivesItsParts) {
    const std::vector<int> numbers{1, 2, 3, 4};
    const steps::span all{numbers};
    EXPECT_EQ(sum(all.first(1)), 1);
    EXPECT_EQ(sum(all.last(2)), 7);
    EXPECT_EQ(sum(all.subspan(1)), 9);
    EXPECT_EQ(sum(all.subspan(1, 2)), 5);
    EXPECT_EQ(all.front() + all.back(), 5);
    EXPECT_TRUE(all.subspan(4).empty());
}

}  // namespace
