/// The contract of every queue of the family, tested from one thread.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <thread>

#include "family.hpp"
#include "queues/tick_queue.hpp"
#include "queues/tick_reader.hpp"

namespace allocpool {
namespace {

static_assert(TickQueue<MutexQueue> && TickQueue<AtomicRing> && TickQueue<AlignedRing> &&
              TickQueue<CachedRing> && TickQueue<DualArray> && TickQueue<BatchRing> &&
              TickQueue<RunRing>);
static_assert(BatchProducer<ProducerOf<RunRing>> && !SingleProducer<ProducerOf<RunRing>>);
static_assert(SingleConsumer<ConsumerOf<CachedRing>> &&
              !BatchConsumer<ConsumerOf<CachedRing>>);

template <class Queue>
class Contract : public testing::Test {};
TYPED_TEST_SUITE(Contract, Family, FamilyNames);

TYPED_TEST(Contract, AnEmptyQueueGivesNothing) {
    TypeParam queue{3};
    TickReader reader{queue.consumer()};
    std::uint32_t number = 77;
    EXPECT_FALSE(reader.take(number));
    EXPECT_EQ(number, 77U);
    EXPECT_TRUE(publish(queue.producer())) << "nothing to hand over is no failure";
    EXPECT_TRUE(drain(queue.producer(), reader).empty());
}

TYPED_TEST(Contract, ABurstFillsItAndItsNewestAreDropped) {
    for (const std::uint32_t capacity : {1U, 2U, 3U, 5U, 64U, 1000U, 5000U}) {
        SCOPED_TRACE(capacity);
        TypeParam queue{capacity};
        EXPECT_EQ(queue.capacity(), capacity);
        TickReader reader{queue.consumer()};
        const std::uint64_t appended = append(queue.producer(), 0, 1'000'000);
        EXPECT_GE(appended, capacity);
        EXPECT_LE(appended, 2 * capacity) << "a dual array keeps up to twice as many";
        EXPECT_EQ(append(queue.producer(), 1'000'000, 1), 0U);
        EXPECT_EQ(drain(queue.producer(), reader), consecutive(0, appended));
    }
}

TYPED_TEST(Contract, WhatComesAfterADropFollowsAGap) {
    TypeParam queue{2};
    TickReader reader{queue.consumer()};
    const std::uint64_t appended = append(queue.producer(), 0, 100);
    EXPECT_EQ(drain(queue.producer(), reader), consecutive(0, appended));
    EXPECT_EQ(append(queue.producer(), 100, 2), 2U);
    EXPECT_EQ(drain(queue.producer(), reader), consecutive(100, 2));
}

TYPED_TEST(Contract, RoomComesBack) {
    for (const std::uint32_t capacity : {1U, 2U, 3U, 7U}) {
        SCOPED_TRACE(capacity);
        TypeParam queue{capacity};
        TickReader reader{queue.consumer()};
        std::uint32_t next = std::numeric_limits<std::uint32_t>::max() - 500;
        for (int round = 0; round < 1000; ++round) {
            const std::uint32_t count = 1 + next % capacity;
            ASSERT_EQ(append(queue.producer(), next, count), count);
            ASSERT_EQ(drain(queue.producer(), reader), consecutive(next, count));
            next += count;
        }
    }
}

TYPED_TEST(Contract, ABurstGoesAcrossTheWrapOfNumbers) {
    TypeParam queue{1000};
    TickReader reader{queue.consumer()};
    const std::uint32_t first = std::numeric_limits<std::uint32_t>::max() - 400;
    EXPECT_EQ(append(queue.producer(), first, 1000), 1000U);
    EXPECT_EQ(drain(queue.producer(), reader), consecutive(first, 1000));
}

/// With portions of random sizes on both sides, all numbers arrive, in order.
TYPED_TEST(Contract, PortionsOfAnySizeAndOrder) {
    std::mt19937 random{1};
    const auto up_to = [&](std::uint32_t most) { return random() % (most + 1); };
    for (const std::uint32_t capacity : {1U, 2U, 3U, 10U, 300U}) {
        SCOPED_TRACE(capacity);
        TypeParam queue{capacity};
        TickReader reader{queue.consumer()};
        Numbers appended;
        Numbers received;
        std::uint32_t next = 0U - 2000;
        for (int round = 0; round < 5000; ++round) {
            const bool idle = appended.size() == received.size();
            const auto count = static_cast<std::uint32_t>(up_to(2 * capacity));
            const std::uint64_t taken = append(queue.producer(), next, count);
            ASSERT_LE(taken, count);
            if (idle) {
                ASSERT_GE(taken, std::min(count, capacity));
            }
            for (const std::uint32_t number : consecutive(next, taken)) {
                appended.push_back(number);
            }
            next += count;
            publish(queue.producer());
            reader.read(up_to(2 * capacity),
                        [&](std::uint32_t number) { received.push_back(number); });
        }
        for (const std::uint32_t number : drain(queue.producer(), reader)) {
            received.push_back(number);
        }
        EXPECT_GT(received.size(), 1000U);
        EXPECT_TRUE(received == appended);
    }
}

TYPED_TEST(Contract, RejectsCapacitiesOutOfRange) {
    for (const std::int64_t bad :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 32,
          std::numeric_limits<std::int64_t>::min(),
          std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_THROW(TypeParam{bad}, std::invalid_argument) << bad;
    }
}

TEST(CachedRing, MovesNumbersWithoutItsEndsBeingNamed) {
    CachedRing ring{2};
    EXPECT_TRUE(ring.offer(5));
    EXPECT_TRUE(ring.offer(3));
    EXPECT_FALSE(ring.offer(4));
    std::uint32_t number = 0;
    EXPECT_TRUE(ring.take(number));
    EXPECT_EQ(number, 5U);
    EXPECT_TRUE(ring.offer(4));
    EXPECT_TRUE(ring.take(number));
    EXPECT_EQ(number, 3U);
    EXPECT_TRUE(ring.take(number));
    EXPECT_EQ(number, 4U);
    EXPECT_FALSE(ring.take(number));
}

TEST(BatchRing, GivesBackOnlyWhatWasReleased) {
    BatchRing queue{4};
    auto& producer = queue.producer();
    auto& consumer = queue.consumer();
    EXPECT_EQ(producer.push(0, 3), 3U);
    EXPECT_EQ(consumer.poll().size(), 3U);
    EXPECT_EQ(producer.push(3, 2), 1U) << "three are being read";
    EXPECT_EQ(consumer.poll().size(), 3U) << "a poll asks anew only after the batch";
    consumer.release();
    EXPECT_EQ(producer.push(5, 9), 3U);
    const auto rest = consumer.poll();
    EXPECT_EQ(Numbers(rest.begin(), rest.end()), Numbers{3}) << "up to the slots' end";
    consumer.release();
    const auto wrapped = consumer.poll();
    EXPECT_EQ(Numbers(wrapped.begin(), wrapped.end()), (Numbers{5, 6, 7}));
}

TEST(MutexQueue, AConsumerCanSleepUntilThereIsSomething) {
    using namespace std::chrono_literals;
    MutexQueue queue{1};
    EXPECT_FALSE(queue.wait(1ms));
    std::thread producer{[&] {
        std::this_thread::sleep_for(5ms);
        queue.offer(9);
    }};
    EXPECT_TRUE(queue.wait(60s));
    std::uint32_t number = 0;
    EXPECT_TRUE(queue.take(number));
    EXPECT_EQ(number, 9U);
    producer.join();
}

}  // namespace
}  // namespace allocpool
