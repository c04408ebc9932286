/// Memory layout: words written by different threads must not share a cache line, and
/// what other languages read must be where c_api.h says.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "clock_queue_layout.hpp"
#include "queues/aligned_ring.hpp"
#include "queues/batch_ring.hpp"
#include "queues/cached_ring.hpp"
#include "queues/dual_array.hpp"
#include "queues/paced_producer.hpp"
#include "queues/ring_layout.hpp"
#include "queues/run_ring.hpp"
#include "queues/run_ring_layout.hpp"

namespace allocpool {
namespace {

constexpr std::size_t line = ClockQueueLayout::line_bytes;

template <class Queue>
void ends_are_apart() {
    static_assert(alignof(Queue) == line && sizeof(Queue) % line == 0);
    Queue queue{10};
    const auto producer = reinterpret_cast<std::uintptr_t>(&queue.producer());
    const auto consumer = reinterpret_cast<std::uintptr_t>(&queue.consumer());
    EXPECT_EQ(producer % line, 0U);
    EXPECT_EQ(consumer % line, 0U);
    EXPECT_GE(consumer - producer, sizeof(queue.producer()));
}

TEST(QueueLayout, TheEndsOfAQueueAreOnLinesOfTheirOwn) {
    ends_are_apart<AlignedRing>();
    ends_are_apart<CachedRing>();
    ends_are_apart<DualArray>();
    ends_are_apart<BatchRing>();
    ends_are_apart<RunRing>();
    static_assert(sizeof(PacedProducer<RunRingProducer>) % line == 0);
}

TEST(QueueLayout, WordsOfARingAreWhereTheLayoutSays) {
    alignas(8) std::array<std::byte, 1024> block{};
    const RingMemory memory{block.data(), block.size(), 9};
    const auto at = [&](const auto& word) {
        return reinterpret_cast<const std::byte*>(&word) - block.data();
    };
    EXPECT_EQ(at(memory.head()), 128);
    EXPECT_EQ(at(memory.tail()), 256);
    EXPECT_EQ(at(memory.slot(0)), 384);
    EXPECT_EQ(at(memory.slot(15)), 384 + 60);
    EXPECT_EQ(at(memory.slot(16)), 384) << "9 numbers need 16 slots";
    EXPECT_EQ(memory.until_wrap(0), 16U);
    EXPECT_EQ(memory.until_wrap(15), 1U);
    EXPECT_EQ(memory.until_wrap(std::numeric_limits<std::uint32_t>::max()), 1U);
}

TEST(QueueLayout, WordsOfARunRingAreWhereTheLayoutSays) {
    alignas(8) std::array<std::byte, 16'384> block{};
    const RunRingMemory memory{block.data(), block.size(), 1U << 31U};
    const auto at = [&](const auto& word) {
        return reinterpret_cast<const std::byte*>(&word) - block.data();
    };
    EXPECT_EQ(at(memory.taken()), 128);
    EXPECT_EQ(at(memory.opened()), 256);
    EXPECT_EQ(at(memory.run(0).first), 384);
    EXPECT_EQ(at(memory.run(0).end), 388);
    EXPECT_EQ(at(memory.run(1).first), 384 + 128);
    EXPECT_EQ(at(memory.run(64).first), 384);
    EXPECT_EQ(RunRingLayout::bytes(1), RunRingLayout::bytes(RunRingLayout::max_capacity));
    EXPECT_LT(RunRingLayout::bytes(1), 10'000U);
}

template <class Memory, class Layout>
void refuses_memory_that_does_not_fit() {
    alignas(8) std::array<std::byte, 16'384> block{};
    const std::size_t needed = Layout::bytes(10);
    ASSERT_LT(needed + 1, block.size());
    EXPECT_THROW(Memory(nullptr, needed, 10), std::invalid_argument);
    EXPECT_THROW(Memory(block.data(), needed - 1, 10), std::invalid_argument);
    EXPECT_THROW(Memory(block.data() + 1, needed, 10), std::invalid_argument);
    EXPECT_THROW(Memory(block.data(), needed, 0), std::invalid_argument);
    EXPECT_NO_THROW(Memory(block.data(), needed, 10));
}

TEST(QueueLayout, RefusesMemoryThatDoesNotFit) {
    refuses_memory_that_does_not_fit<RingMemory, RingLayout>();
    refuses_memory_that_does_not_fit<RunRingMemory, RunRingLayout>();
}

TEST(QueueLayout, CapacitiesHaveTheRangesThatTheirMessagesName) {
    for (const std::int64_t good : {1, 1 << 28}) {
        EXPECT_NO_THROW(RingLayout::checked(good));
    }
    EXPECT_THROW(RingLayout::checked((1 << 28) + 1), std::invalid_argument);
    EXPECT_EQ(RunRingLayout::checked(std::int64_t{1} << 31), 1U << 31U);
    try {
        RunRingLayout::checked((std::int64_t{1} << 31) + 1);
        FAIL() << "no exception";
    } catch (const std::invalid_argument& bad) {
        EXPECT_STREQ(bad.what(),
                     "the queue's capacity must be from 1 to 2147483648 ticks, not "
                     "2147483649");
    }
}

}  // namespace
}  // namespace allocpool
