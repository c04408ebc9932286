#include "ring.hpp"

#include <gtest/gtest.h>

#include <deque>

namespace allocpool {
namespace {

TEST(Ring, IsFirstInFirstOutRoundAndRound) {
    Ring<int> ring{3};
    std::deque<int> expected;
    int next = 0;
    for (int round = 0; round < 20; ++round) {
        while (ring.size() < 3) {
            ring.push(next);
            expected.push_back(next++);
        }
        for (int i = 0; i <= round % 3; ++i) {
            EXPECT_EQ(ring.pop(), expected.front());
            expected.pop_front();
            EXPECT_EQ(ring.size(), expected.size());
        }
    }
}

}  // namespace
}  // namespace allocpool
