#include "passing.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace allocpool::blocks {
namespace {

Options options_of(std::size_t block_bytes, std::size_t ring, std::size_t group) {
    Options options;
    options.block_bytes = block_bytes;
    options.shape = {1, ring, group};
    return options;
}

template <class Passing>
class Passes : public testing::Test {};

using EachWay =
    testing::Types<OneThread<Malloc>, TwoThreads<Malloc>, TwoThreads<HandBack>>;
TYPED_TEST_SUITE(Passes, EachWay);

TYPED_TEST(Passes, EachBlockOnceAndFreesItOnce) {
    for (const std::size_t bytes : {16U, 64U, 80U, 256U, 4096U}) {
        TypeParam passing{options_of(bytes, 64, 8)};
        passing.run(1);
        passing.finish();
        passing.run(20'000);
        passing.finish();
        passing.close();
        EXPECT_NO_THROW(passing.check()) << bytes;
    }
}

TYPED_TEST(Passes, ThroughTheSmallestRingAndInGroupsLargerThanIt) {
    for (const std::size_t group : {1U, 5U}) {
        TypeParam passing{options_of(32, 1, group)};
        passing.run(2'000);
        passing.finish();
        passing.close();
        EXPECT_NO_THROW(passing.check()) << group;
    }
}

TEST(OneThread, IsCheckedForBlocksThatItKept) {
    OneThread<Malloc> passing{options_of(64, 4, 2)};
    passing.run(100);
    EXPECT_THROW(passing.check(), std::runtime_error);
    passing.close();
    EXPECT_NO_THROW(passing.check());
}

TEST(Contents, AreTheNumberInTheFirstLineAndTheLast) {
    for (const std::size_t bytes : {16U, 64U, 80U, 256U}) {
        std::vector<std::byte> block(bytes);
        write_contents(block.data(), bytes, 7);
        EXPECT_TRUE(has_contents(block.data(), bytes, 7));
        EXPECT_FALSE(has_contents(block.data(), bytes, 8));
        for (const std::size_t at : {std::size_t{0}, bytes - 1}) {
            std::vector<std::byte> other = block;
            other[at] ^= std::byte{1};
            EXPECT_FALSE(has_contents(other.data(), bytes, 7)) << bytes << ", " << at;
        }
    }
}

TEST(Receiver, CountsBlocksWithOthersContents) {
    const Options options = options_of(64, 1, 1);
    Malloc supply{options};
    Receiver<Malloc> receiver{supply, options};
    for (const std::uint64_t number : {0U, 2U}) {
        Handle handle = threads::no_packet;
        supply.acquire(handle);
        write_contents(supply[handle], 64, number);
        receiver.take(handle);
    }
    receiver.drain();
    EXPECT_THROW(receiver.check(2), std::runtime_error);
    EXPECT_NO_THROW(supply.check());
}

}  // namespace
}  // namespace allocpool::blocks
