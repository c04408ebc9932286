#include "pools.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace allocpool::cpp_limit {
namespace {

TEST(FreeList, HandsOutTheLastReleased) {
    std::vector<int> list{3, 2, 1};
    FreeList<int> pool{list.data(), list.size()};
    EXPECT_EQ(pool.acquire(), 1);
    EXPECT_EQ(pool.acquire(), 2);
    pool.release(1);
    EXPECT_EQ(pool.acquire(), 1);
    EXPECT_EQ(pool.acquire(), 3);
    pool.release(2);
    pool.release(3);
    pool.release(1);
    EXPECT_EQ(pool.acquire(), 1);
}

TEST(OneForAll, HandsOutItsOnlyOne) {
    const std::vector<int> list{7};
    OneForAll<int> pool{list.data(), list.size()};
    EXPECT_EQ(pool.acquire(), 7);
    EXPECT_EQ(pool.acquire(), 7);
    pool.release(7);
    EXPECT_EQ(pool.acquire(), 7);
}

}  // namespace
}  // namespace allocpool::cpp_limit
