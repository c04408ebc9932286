#include "counter_ticks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>

#include "clock_queue.hpp"
#include "units.hpp"

namespace allocpool {
namespace {

constexpr std::uint64_t hour = 3'600'000'000'000;

/// A clock in nanoseconds that the test advances.
struct FakeTime {
    std::uint64_t now() const { return nanos; }
    TickRate rate() const { return TickRate{1'000'000'000}; }

    std::uint64_t nanos = 5000;
};

using Ticks = CounterTicks<FakeTime>;

void expect_batch(Ticks& ticks, std::uint32_t first, std::size_t size) {
    const TickRange batch = ticks.poll();
    ASSERT_EQ(batch.size(), size);
    if (size != 0) {
        EXPECT_EQ(*batch.begin(), first);
    }
    ticks.release();
}

TEST(CounterTicks, EachLookGetsWhatBecameDueSinceTheLast) {
    FakeTime time;
    Ticks ticks{time, 100, 10 * nanosecond, 0};
    expect_batch(ticks, 0, 0);
    time.nanos += 9;
    expect_batch(ticks, 0, 0);
    time.nanos += 1;
    expect_batch(ticks, 0, 1);
    expect_batch(ticks, 0, 0);
    time.nanos += 35;
    expect_batch(ticks, 1, 3);
    time.nanos += 5;
    expect_batch(ticks, 4, 1);
}

TEST(CounterTicks, AFullQueueLosesNothingAndOneTickMoreIsLost) {
    FakeTime time;
    Ticks ticks{time, 100, 10 * nanosecond, 0};
    time.nanos += 1009;
    expect_batch(ticks, 0, 100);
    time.nanos += 1001;  // 101 ticks since, the last of them just now
    expect_batch(ticks, 100, 100);
    time.nanos += 10;
    expect_batch(ticks, 201, 1);  // 200 is missing
}

TEST(CounterTicks, ALongStallKeepsTheOldestAndThenGoesOnInTime) {
    FakeTime time;
    Ticks ticks{time, 100, 10 * nanosecond, 0};
    time.nanos += 1'000'000;
    expect_batch(ticks, 0, 100);
    expect_batch(ticks, 0, 0);
    time.nanos += 10;
    expect_batch(ticks, 100'000, 1);
}

TEST(CounterTicks, AReaderThatIsTooSlowAlwaysLosesTheSameShare) {
    FakeTime time;
    Ticks ticks{time, 100, 10 * nanosecond, 0};
    std::uint32_t expected = 0;
    std::uint64_t received = 0;
    std::uint64_t lost = 0;
    for (int look = 0; look < 1000; ++look) {
        const TickRange batch = ticks.poll();
        for (const std::uint32_t number : batch) {
            lost += number - expected;
            expected = number + 1;
            ++received;
        }
        time.nanos += batch.empty() ? 10 : batch.size() * 20;
    }
    // An empty poll, batches of 1, 2, 4, ... 64, then 100 of 128 and always 100 of 200.
    EXPECT_EQ(received, 127U + 992 * 100);
    EXPECT_EQ(lost, 28U + 990 * 100);
}

TEST(CounterTicks, KeepsAsManyAsTheQueueThatAClockFills) {
    FakeTime time;
    constexpr std::uint32_t capacity = 7;
    Ticks ticks{time, capacity, 10 * nanosecond, 0};
    ClockQueue queue{capacity};
    ClockProducer producer = queue.producer();
    ClockConsumer consumer = queue.consumer();
    std::uint32_t sent = 0;
    for (const int pause : {1, 3, 7, 8, 20, 1, 7, 30, 2}) {
        // The consumer waits, so the first tick is handed over by itself; the rest waits
        // in the other array.
        time.nanos += 10;
        producer.push(sent++, 1);
        expect_batch(ticks, sent - 1, 1);
        ASSERT_EQ(consumer.poll().size(), 1U);
        time.nanos += static_cast<std::uint64_t>(pause) * 10;
        for (int tick = 0; tick < pause; ++tick) {
            producer.push(sent++, 1);
        }
        consumer.release();
        producer.publish();
        const auto queued = consumer.poll();
        expect_batch(ticks, queued.front(), queued.size());
        consumer.release();
    }
}

TEST(CounterTicks, NumbersGoOnAcrossTheWraps) {
    for (const std::uint32_t first :
         {(1U << 31U) - 3, std::numeric_limits<std::uint32_t>::max() - 2}) {
        FakeTime time;
        Ticks ticks{time, 4, 10 * nanosecond, first};
        time.nanos += 20;
        expect_batch(ticks, first, 2);
        time.nanos += 60;
        expect_batch(ticks, first + 2, 4);
        time.nanos += 10;
        expect_batch(ticks, first + 8, 1);
    }
}

TEST(CounterTicks, FractionsOfANanosecondAddUp) {
    FakeTime time;
    Ticks ticks{time, 100, 12'500, 0};
    time.nanos += 12;
    expect_batch(ticks, 0, 0);
    time.nanos += 13;
    expect_batch(ticks, 0, 2);
    time.nanos += 1'000'000 - 25;
    expect_batch(ticks, 2, 100);
    time.nanos += 13;
    expect_batch(ticks, 80'000, 1);
}

TEST(CounterTicks, RunsForHours) {
    FakeTime time;
    Ticks ticks{time, 1000, 1'000'000 * nanosecond, 0};
    for (std::uint32_t minute = 0; minute < 1000 * 60; ++minute) {
        time.nanos += hour / 3600;  // a second
        expect_batch(ticks, minute * 1000, 1000);
    }
    // No poll for ten hours: several polls catch up.
    time.nanos += 10 * hour;
    std::uint64_t looks = 0;
    std::uint32_t first = 0;
    for (TickRange batch = ticks.poll(); !batch.empty(); batch = ticks.poll()) {
        first = *batch.begin();
        ++looks;
    }
    EXPECT_LE(looks, 6U);
    EXPECT_GE(first, 60'000'000U);
    time.nanos += 1'000'000;
    expect_batch(ticks, 60'000'000 + 36'000'000, 1);
}

TEST(CounterTicks, NobodyButTheReaderIsLate) {
    FakeTime time;
    Ticks ticks{time, 100, 10 * nanosecond, 0};
    time.nanos += hour;
    ticks.poll();
    EXPECT_EQ(ticks.longest_stall(true).count(), 0);
    EXPECT_EQ(ticks.longest_stall(false).count(), 0);
}

TEST(CounterTicks, RejectsWhatTheQueueAndItsClockReject) {
    const FakeTime time;
    EXPECT_THROW(Ticks(time, 0, 10 * nanosecond, 0), std::invalid_argument);
    EXPECT_THROW(
        Ticks(time, std::int64_t{ClockQueueLayout::max_capacity} + 1, 10 * nanosecond, 0),
        std::invalid_argument);
    EXPECT_THROW(Ticks(time, 10, 0, 0), std::invalid_argument);
    EXPECT_THROW(Ticks(time, 10, Metronome::max_interval_ps + 1, 0),
                 std::invalid_argument);
    EXPECT_NO_THROW(Ticks(time, ClockQueueLayout::max_capacity, nanosecond, 0));
}

TEST(CounterTicks, WorksOnTheRealClock) {
    CounterTicks<> ticks{Clock::system(), 1'000'000, 1000 * nanosecond, 0};
    std::uint32_t next = 0;
    while (next < 1000) {
        for (const std::uint32_t number : ticks.poll()) {
            ASSERT_EQ(number, next++);
        }
    }
}

}  // namespace
}  // namespace allocpool
