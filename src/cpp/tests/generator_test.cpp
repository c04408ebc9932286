#include "generator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace allocpool {
namespace {

TEST(RandomGenerator, GivesThePublishedNumbers) {
    // From java.util.SplittableRandom and the reference implementation, seed 1234567.
    RandomGenerator generator{1234567};
    for (const std::uint64_t expected :
         {6457827717110365317U, 3203168211198807973U, 9817491932198370423U,
          4593380528125082431U, 16408922859458223821U}) {
        EXPECT_EQ(generator.next(), expected);
    }
    EXPECT_EQ(RandomGenerator{0}.next(), 0xE220A8397B1DCDAFU);
}

TEST(RandomGenerator, SourceAndStoreDiffer) {
    EXPECT_EQ(RandomGenerator::for_source().next(), RandomGenerator{1}.next());
    EXPECT_EQ(RandomGenerator::for_store().next(), RandomGenerator{2}.next());
}

TEST(CounterGenerator, CountsFromZero) {
    CounterGenerator generator = CounterGenerator::for_source();
    EXPECT_EQ(generator.next(), 0U);
    EXPECT_EQ(generator.next(), 1U);
    EXPECT_EQ(CounterGenerator::for_store().next(), 0U);
}

}  // namespace
}  // namespace allocpool
