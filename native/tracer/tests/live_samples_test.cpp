#include "tracer/live_samples.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace allocpool::trace {
namespace {

/// An address as an allocator would align it; the block does not exist.
const void* block(std::uint64_t number) {
    return reinterpret_cast<const void*>(0x7f00'0000'0000U + number * 48 / 16 * 16);
}

TEST(LiveSamples, FindsWhatWasAddedOnce) {
    const auto live = std::make_unique<LiveSamples>();
    EXPECT_FALSE(live->may_have(block(1)));
    ASSERT_TRUE(live->add(block(1), 17));
    EXPECT_TRUE(live->may_have(block(1)));
    EXPECT_EQ(live->remove(block(2)), LiveSamples::none);
    EXPECT_EQ(live->remove(block(1)), 17U);
    EXPECT_EQ(live->remove(block(1)), LiveSamples::none);
    EXPECT_FALSE(live->may_have(block(1)));
}

TEST(LiveSamples, RefusesWhatItHasNoRoomFor) {
    const auto live = std::make_unique<LiveSamples>();
    std::vector<std::uint32_t> added;
    for (std::uint32_t i = 0; i < 60'000; ++i) {
        if (live->add(block(i), i)) {
            added.push_back(i);
        }
    }
    EXPECT_GT(added.size(), 20'000U);
    EXPECT_LE(added.size(), 32'768U);
    for (const std::uint32_t i : added) {
        ASSERT_TRUE(live->may_have(block(i)));
        ASSERT_EQ(live->remove(block(i)), i);
    }
    EXPECT_FALSE(live->may_have(block(added.front())));
}

/// Each thread has its own blocks, but all share the table's slots and the filter's
/// bytes. Under ThreadSanitizer, this also checks the memory orders.
TEST(LiveSamples, ThreadsDoNotDisturbEachOther) {
    const auto live = std::make_unique<LiveSamples>();
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < 4; ++t) {
        threads.emplace_back([&live, t] {
            for (std::uint32_t round = 0; round < 50; ++round) {
                for (std::uint32_t i = 0; i < 500; ++i) {
                    ASSERT_TRUE(live->add(block(4 * i + t), 4 * i + t));
                }
                for (std::uint32_t i = 0; i < 500; ++i) {
                    ASSERT_TRUE(live->may_have(block(4 * i + t)));
                    ASSERT_EQ(live->remove(block(4 * i + t)), 4 * i + t);
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::uint32_t i = 0; i < 2000; ++i) {
        EXPECT_FALSE(live->may_have(block(i)));
    }
}

}  // namespace
}  // namespace allocpool::trace
