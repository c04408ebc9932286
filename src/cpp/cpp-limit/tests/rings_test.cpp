#include "rings.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

namespace allocpool::cpp_limit {
namespace {

template <class Ring>
class AnyRing : public testing::Test {};

using Rings = testing::Types<PushPopRing<int>, ExchangeRing<int>>;
TYPED_TEST_SUITE(AnyRing, Rings);

TYPED_TEST(AnyRing, IsFirstInFirstOutRoundAndRound) {
    for (const std::size_t capacity : {1U, 2U, 5U}) {
        std::vector<int> memory(TypeParam::elements(capacity));
        TypeParam ring{memory.data(), capacity};
        std::deque<int> expected;
        const auto expect_contents = [&] {
            ASSERT_EQ(ring.size(), expected.size());
            for (std::size_t i = 0; i < expected.size(); ++i) {
                EXPECT_EQ(ring.ahead(i), expected[i]);
            }
        };
        int next = 0;
        while (!ring.full()) {
            expect_contents();
            ring.push(next);
            expected.push_back(next++);
        }
        EXPECT_EQ(ring.size(), capacity);
        for (int i = 0; i < 20; ++i) {
            expect_contents();
            EXPECT_EQ(ring.exchange(next), expected.front());
            expected.pop_front();
            expected.push_back(next++);
        }
    }
}

}  // namespace
}  // namespace allocpool::cpp_limit
