#include "clock_queue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

namespace allocpool {
namespace {

std::vector<std::uint32_t> drain(ClockConsumer& consumer) {
    std::vector<std::uint32_t> all;
    for (auto numbers = consumer.poll(); !numbers.empty(); numbers = consumer.poll()) {
        all.insert(all.end(), numbers.begin(), numbers.end());
        consumer.release();
    }
    return all;
}

TEST(ClockQueue, HandsOverOneArrayWhileTheOtherFills) {
    ClockQueue queue{2};
    ClockProducer producer = queue.producer();
    ClockConsumer consumer = queue.consumer();
    EXPECT_TRUE(consumer.poll().empty());

    EXPECT_EQ(producer.push(0, 1), 1U);  // handed over at once
    EXPECT_EQ(producer.push(1, 2), 2U);  // fills the other array
    EXPECT_EQ(producer.push(3, 5), 0U);  // dropped: the consumer still has the first
    EXPECT_FALSE(producer.publish());
    EXPECT_EQ(consumer.poll().size(), 1U);
    EXPECT_EQ(drain(consumer), std::vector<std::uint32_t>{0});

    EXPECT_TRUE(producer.publish());
    EXPECT_EQ(producer.push(8, 1), 1U);
    EXPECT_EQ(drain(consumer), (std::vector<std::uint32_t>{1, 2}));
    EXPECT_TRUE(producer.publish());
    EXPECT_EQ(drain(consumer), std::vector<std::uint32_t>{8});
    EXPECT_TRUE(producer.publish()) << "nothing to hand over is no failure";
    EXPECT_TRUE(consumer.poll().empty());
}

TEST(ClockQueue, ABurstFillsBothArraysAndDropsItsNewest) {
    for (const std::uint32_t capacity : {1U, 2U, 3U, 1000U, 5000U}) {
        ClockQueue queue{capacity};
        ClockProducer producer = queue.producer();
        ClockConsumer consumer = queue.consumer();
        const std::uint64_t taken = producer.push(0, 1'000'000);
        EXPECT_GE(taken, capacity);
        EXPECT_LE(taken, 2 * capacity);
        std::vector<std::uint32_t> received = drain(consumer);
        producer.publish();
        const std::vector<std::uint32_t> rest = drain(consumer);
        received.insert(received.end(), rest.begin(), rest.end());
        ASSERT_EQ(received.size(), taken);
        for (std::uint32_t i = 0; i < taken; ++i) {
            ASSERT_EQ(received[i], i);
        }
    }
}

TEST(ClockQueue, RejectsCapacitiesOutOfRange) {
    for (const std::int64_t bad :
         {std::int64_t{0}, std::int64_t{-1},
          std::int64_t{ClockQueueLayout::max_capacity} + 1,
          std::numeric_limits<std::int64_t>::min(),
          std::numeric_limits<std::int64_t>::max(), std::int64_t{1} << 32}) {
        EXPECT_THROW(ClockQueue{bad}, std::invalid_argument) << bad;
    }
}

TEST(ClockQueueMemory, RejectsMemoryThatDoesNotFit) {
    alignas(8) std::array<std::byte, 2048> block{};
    const std::size_t needed = ClockQueueLayout::bytes(10);
    ASSERT_LT(needed + 1, block.size());
    EXPECT_THROW(ClockQueueMemory(nullptr, needed, 10), std::invalid_argument);
    EXPECT_THROW(ClockQueueMemory(block.data(), needed - 1, 10), std::invalid_argument);
    EXPECT_THROW(ClockQueueMemory(block.data() + 1, needed, 10), std::invalid_argument);
    EXPECT_NO_THROW(ClockQueueMemory(block.data(), needed, 10));
}

/// One producer against one consumer, with drops: each number received is later than the
/// one before, and exactly the dropped numbers are missing.
void torture(std::uint32_t capacity, std::uint32_t first, std::uint64_t count,
             std::uint64_t burst) {
    SCOPED_TRACE(testing::Message() << "capacity " << capacity << ", first " << first
                                    << ", burst " << burst);
    ClockQueue queue{capacity};
    std::atomic<bool> finished{false};
    std::uint64_t appended = 0;

    std::thread writer{[&, producer = queue.producer()]() mutable {
        for (std::uint64_t sent = 0; sent < count; sent += burst) {
            appended += producer.push(first + static_cast<std::uint32_t>(sent), burst);
            if (sent % 1024 == 0) {
                std::this_thread::yield();  // few cores: give the consumer its share
            }
        }
        while (!producer.publish()) {
            std::this_thread::yield();
        }
        finished.store(true, std::memory_order_release);
    }};

    ClockConsumer consumer = queue.consumer();
    std::uint64_t received = 0;
    std::uint64_t missing = 0;
    std::uint32_t expected = first;
    std::uint64_t disorder = 0;
    for (;;) {
        const bool last_look = finished.load(std::memory_order_acquire);
        const auto numbers = consumer.poll();
        if (numbers.empty()) {
            if (last_look) {
                break;
            }
            std::this_thread::yield();
            continue;
        }
        for (const std::uint32_t number : numbers) {
            const std::uint32_t gap = number - expected;
            disorder += gap >= count ? 1U : 0U;  // a step back is a huge gap modulo 2^32
            missing += gap;
            expected = number + 1;
            ++received;
        }
        consumer.release();
    }
    writer.join();

    const std::uint64_t sent = (count + burst - 1) / burst * burst;
    const std::uint64_t dropped_at_the_end =
        static_cast<std::uint32_t>(first + static_cast<std::uint32_t>(sent) - expected);
    EXPECT_EQ(disorder, 0U);
    EXPECT_EQ(received, appended);
    EXPECT_EQ(received + missing + dropped_at_the_end, sent);
    EXPECT_GT(received, 0U);
}

TEST(ClockQueueTorture, TinyCapacities) {
    for (const std::uint32_t capacity : {1U, 2U, 3U}) {
        for (const std::uint64_t burst : {1U, 2U, 7U}) {
            torture(capacity, 0, 200'000, burst);
        }
    }
}

TEST(ClockQueueTorture, LargerCapacities) {
    torture(1000, 0, 2'000'000, 1);
    torture(4096, 0, 5'000'000, 5000);
}

TEST(ClockQueueTorture, SequenceWraps) {
    for (const std::uint32_t capacity : {1U, 3U, 100U}) {
        torture(capacity, std::numeric_limits<std::uint32_t>::max() - 10'000, 100'000, 3);
    }
}

}  // namespace
}  // namespace allocpool
