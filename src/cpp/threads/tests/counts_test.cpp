#include "counts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

namespace allocpool::threads {
namespace {

std::uintptr_t address(const Count& count) {
    return reinterpret_cast<std::uintptr_t>(&count);
}

TEST(Counts, LieSideBySideOrApart) {
    SideBySide near;
    EXPECT_EQ(address(near[0]) % ClockQueueLayout::line_bytes, 0U);
    EXPECT_EQ(address(near[1]) - address(near[0]), sizeof(std::uint64_t));
    Apart far;
    EXPECT_EQ(address(far[1]) - address(far[0]), ClockQueueLayout::line_bytes);
}

template <class PerThread>
class AnyCounts : public testing::Test {};

using Layouts = testing::Types<SideBySide, Apart>;
TYPED_TEST_SUITE(AnyCounts, Layouts);

TYPED_TEST(AnyCounts, LoseNothingThoughThreadsCountAtOnce) {
    TypeParam counts;
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < 3; ++thread) {
        threads.emplace_back([&counts, thread] {
            for (std::size_t i = 0; i < 10'000 * (thread + 1); ++i) {
                counts[thread].increment();
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(counts[0].value(), 10'000U);
    EXPECT_EQ(counts.of_processors(1), 20'000U);
    EXPECT_EQ(counts.of_processors(2), 50'000U);
}

}  // namespace
}  // namespace allocpool::threads
