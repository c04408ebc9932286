#include "passing.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "timed.hpp"

namespace allocpool::blocks {
namespace {

Options options_of(std::size_t block_bytes, std::size_t ring, std::size_t group) {
    Options options;
    options.block_bytes = options.largest_bytes = block_bytes;
    options.shape = {1, ring, group};
    return options;
}

template <class Passing>
class Passes : public testing::Test {};

using EachWay = testing::Types<OneThread<Malloc>, TwoThreads<Malloc>,
                               TwoThreads<HandBack>, TwoThreads<Slots>>;
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

TEST(Sizes, AreSpreadOverTheirRange) {
    Options options = options_of(32, 1, 1);
    options.largest_bytes = 96;
    const BlockSizes sizes{options};
    std::map<std::size_t, int> seen;
    for (std::uint64_t number = 0; number < 5'000; ++number) {
        ++seen[sizes(number)];
    }
    EXPECT_EQ(seen.begin()->first, 32U);
    EXPECT_EQ(seen.rbegin()->first, 96U);
    ASSERT_EQ(seen.size(), 5U);
    for (const auto& [bytes, count] : seen) {
        EXPECT_NEAR(count, 1'000, 100) << bytes;
    }
}

TEST(Sizes, MayDifferFromBlockToBlock) {
    Options options = options_of(32, 16, 1);
    options.largest_bytes = 4096;
    TwoThreads<HandBack> passing{options};
    passing.run(20'000);
    passing.finish();
    passing.close();
    EXPECT_NO_THROW(passing.check());
}

TEST(Durations, LeaveOutTheFirstAndKeepNoMoreThanAsked) {
    Durations durations{2, 100};
    for (std::uint64_t ticks = 0; ticks < 300; ++ticks) {
        durations.note(ticks);
    }
    EXPECT_EQ(durations.count(), 100U);
    EXPECT_EQ(durations.percentile(0), 2U);
    EXPECT_EQ(durations.percentile(0.5), 52U);
    EXPECT_EQ(durations.percentile(1), 101U);
    Durations none{2, 100};
    none.note(1);
    EXPECT_EQ(none.count(), 0U);
}

TEST(OneThread, IsCheckedForBlocksThatItKept) {
    OneThread<Malloc> passing{options_of(64, 4, 2)};
    passing.run(100);
    EXPECT_THROW(passing.check(), std::runtime_error);
    passing.close();
    EXPECT_NO_THROW(passing.check());
}

TEST(Slots, AreReusedInTheirOrder) {
    Slots slots{options_of(64, 1, 1)};  // four of them
    Handle handle = threads::no_packet;
    for (Handle expected = 0; expected < 4; ++expected) {
        EXPECT_TRUE(slots.acquire(handle, 64));
        EXPECT_EQ(handle, expected);
    }
    EXPECT_FALSE(slots.acquire(handle, 64));
    slots.release(0);
    EXPECT_TRUE(slots.acquire(handle, 64));
    EXPECT_EQ(handle, 0U);
    EXPECT_THROW(slots.check(), std::runtime_error) << "four are out";
    for (const Handle next : {1U, 2U, 3U, 0U}) {
        slots.release(next);
    }
    EXPECT_NO_THROW(slots.check());
}

TEST(Slots, AreCheckedForThoseReleasedOutOfTurn) {
    Slots slots{options_of(64, 1, 1)};
    Handle handle = threads::no_packet;
    slots.acquire(handle, 64);
    slots.acquire(handle, 64);
    slots.release(1);
    slots.release(0);
    EXPECT_THROW(slots.check(), std::runtime_error);
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
        supply.acquire(handle, 64);
        write_contents(supply[handle], 64, number);
        receiver.take(handle);
    }
    receiver.drain();
    EXPECT_THROW(receiver.check(2), std::runtime_error);
    EXPECT_NO_THROW(supply.check());
}

}  // namespace
}  // namespace allocpool::blocks
