#include "queues/run_ring.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "family.hpp"

namespace allocpool {
namespace {

constexpr std::uint32_t runs = RunRingLayout::runs;

Numbers take_batch(RunRingConsumer& consumer) {
    const TickRange batch = consumer.poll();
    const Numbers numbers(batch.begin(), batch.end());
    if (!batch.empty()) {
        consumer.release();
    }
    return numbers;
}

TEST(RunRing, ConsecutiveNumbersAreOneRunAndOneBatch) {
    RunRing queue{1000};
    EXPECT_EQ(queue.producer().push(0, 10), 10U);
    EXPECT_EQ(queue.producer().push(10, 1), 1U);
    EXPECT_EQ(queue.producer().push(11, 100), 100U);
    EXPECT_EQ(take_batch(queue.consumer()), consecutive(0, 111));
    EXPECT_TRUE(take_batch(queue.consumer()).empty());
}

TEST(RunRing, TheFirstNumberCanBeAny) {
    RunRing queue{10};
    EXPECT_EQ(queue.producer().push(4'000'000'000U, 3), 3U);
    EXPECT_EQ(take_batch(queue.consumer()), consecutive(4'000'000'000U, 3));
}

TEST(RunRing, ADropOpensARun) {
    RunRing queue{10};
    auto& producer = queue.producer();
    auto& consumer = queue.consumer();
    EXPECT_EQ(producer.push(0, 12), 10U);
    EXPECT_EQ(producer.push(12, 1), 0U);
    EXPECT_EQ(take_batch(consumer), consecutive(0, 10));
    EXPECT_EQ(producer.push(13, 4), 4U);
    EXPECT_EQ(producer.push(17, 2), 2U) << "goes on with that run";
    EXPECT_EQ(take_batch(consumer), consecutive(13, 6));
    EXPECT_TRUE(take_batch(consumer).empty());
}

TEST(RunRing, NothingIsTakenTwiceOrSkippedWhereRunsMeet) {
    RunRing queue{10};
    auto& producer = queue.producer();
    auto& consumer = queue.consumer();
    producer.push(0, 2);
    EXPECT_EQ(consumer.poll().size(), 2U);
    producer.push(2, 1);
    producer.push(50, 3);
    EXPECT_EQ(consumer.poll().size(), 3U) << "the run has grown, and comes first";
    consumer.release();
    EXPECT_EQ(take_batch(consumer), consecutive(50, 3));
}

TEST(RunRing, WhatIsNotReleasedTakesRoom) {
    RunRing queue{3};
    auto& producer = queue.producer();
    auto& consumer = queue.consumer();
    EXPECT_EQ(producer.push(0, 3), 3U);
    EXPECT_EQ(consumer.poll().size(), 3U);
    EXPECT_EQ(producer.push(3, 1), 0U);
    consumer.release();
    EXPECT_EQ(producer.push(4, 5), 3U);
}

TEST(RunRing, AFullRingOfRunsIsAFullQueue) {
    RunRing queue{1000};
    auto& producer = queue.producer();
    auto& consumer = queue.consumer();
    // Run 0 is there from the start, and empty: it takes no number but 0.
    std::uint32_t opened = 0;
    while (producer.push(10 * (opened + 1), 1) == 1) {
        ++opened;
        ASSERT_LT(opened, 1000U);
    }
    EXPECT_EQ(opened, runs - 1);
    EXPECT_EQ(producer.push(10 * opened + 1, 2), 2U) << "the open run can still grow";
    EXPECT_EQ(producer.push(10'000, 1), 0U);

    // One number of the run after the oldest frees the oldest's entry.
    EXPECT_EQ(take_batch(consumer), Numbers{10});
    EXPECT_EQ(producer.push(10'001, 1), 1U);
    EXPECT_EQ(producer.push(10'003, 1), 0U);
    for (std::uint32_t run = 2; run < opened; ++run) {
        ASSERT_EQ(take_batch(consumer), Numbers{10 * run});
    }
    EXPECT_EQ(take_batch(consumer), consecutive(10 * opened, 3));
    EXPECT_EQ(take_batch(consumer), Numbers{10'001});
    EXPECT_TRUE(take_batch(consumer).empty());
}

TEST(RunRing, RunsGoRoundManyTimes) {
    for (const std::uint32_t waiting : {1U, 2U, runs - 1}) {
        SCOPED_TRACE(waiting);
        RunRing queue{1U << 31U};
        auto& producer = queue.producer();
        auto& consumer = queue.consumer();
        std::uint32_t written = 0U - 1000;
        std::uint32_t read = written;
        for (std::uint32_t i = 0; i < waiting; ++i, written += 3) {
            ASSERT_EQ(producer.push(written, 2), 2U);
        }
        for (int round = 0; round < 10'000; ++round, written += 3, read += 3) {
            ASSERT_EQ(take_batch(consumer), consecutive(read, 2));
            ASSERT_EQ(producer.push(written, 2), 2U);
        }
    }
}

TEST(RunRing, ALargeCapacityTakesNoMoreMemory) {
    RunRing queue{1U << 31U};
    constexpr std::uint64_t most = std::uint64_t{1} << 31U;
    EXPECT_EQ(queue.producer().push(7, most + 5), most);
    EXPECT_EQ(queue.producer().push(8, 1), 0U);
    const TickRange batch = queue.consumer().poll();
    EXPECT_EQ(batch.size(), most);
    EXPECT_EQ(*batch.begin(), 7U);
    queue.consumer().release();
    EXPECT_EQ(queue.producer().push(9, 3 * most), most);
    EXPECT_EQ(queue.consumer().poll().size(), most);
}

TEST(RunRing, CountsOfMoreThan32Bits) {
    RunRing queue{1U << 31U};
    constexpr std::uint64_t part = std::uint64_t{1} << 31U;
    std::uint32_t next = 5;
    for (int round = 0; round < 6; ++round) {
        ASSERT_EQ(queue.producer().push(next, part), part);
        const TickRange batch = queue.consumer().poll();
        ASSERT_EQ(batch.size(), part);
        ASSERT_EQ(*batch.begin(), next);
        queue.consumer().release();
        next += static_cast<std::uint32_t>(part);
    }
    for (std::uint32_t i = 0; i < 3 * runs; ++i) {
        next += 10;
        ASSERT_EQ(queue.producer().push(next, 2), 2U) << "the first run is long left";
        ASSERT_EQ(take_batch(queue.consumer()), consecutive(next, 2));
    }
}

}  // namespace
}  // namespace allocpool
