#include "clock_thread.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

namespace allocpool {
namespace {

using namespace std::chrono_literals;
constexpr std::int64_t microsecond = 1'000'000;  // in picoseconds

struct Count {
    std::uint64_t received = 0;
    std::uint64_t lost = 0;
    std::uint32_t expected = 0;
};

/// Reads until `enough` ticks arrived; each number must be later than the one before.
void receive(ClockConsumer& consumer, Count& count, std::uint64_t enough) {
    const std::uint64_t goal = count.received + enough;
    while (count.received < goal) {
        const auto numbers = consumer.poll();
        if (numbers.empty()) {
            std::this_thread::yield();  // there may be only one core
            continue;
        }
        for (const std::uint32_t number : numbers) {
            const std::uint32_t gap = number - count.expected;
            ASSERT_LT(gap, 1U << 31U) << "a step back";
            count.lost += gap;
            count.expected = number + 1;
            ++count.received;
        }
        consumer.release();
    }
}

TEST(ClockThread, TicksComeAtTheirInterval) {
    const Clock& clock = Clock::system();
    ClockQueue queue{100'000};
    ClockConsumer consumer = queue.consumer();
    const auto start = std::chrono::steady_clock::now();
    ClockThread thread{clock, queue.producer(), microsecond};
    Count count;
    receive(consumer, count, 20'000);
    const auto elapsed = std::chrono::steady_clock::now() - start;
    thread.stop();
    // Not early, beyond the calibration's error; late only if this thread was.
    EXPECT_GE(elapsed, 20ms * 0.999 - 1us);
    EXPECT_EQ(static_cast<std::uint32_t>(count.received + count.lost), count.expected);
}

TEST(ClockThread, StopsAndRestartsOnTheSameQueue) {
    const Clock& clock = Clock::system();
    ClockQueueMemory::Limit* previous = nullptr;
    std::vector<std::uint64_t> block(ClockQueueLayout::bytes(3) / sizeof(std::uint64_t) +
                                     1);
    for (int round = 0; round < 8; ++round) {
        const ClockQueueMemory memory{block.data(), block.size() * sizeof(std::uint64_t),
                                      3};
        EXPECT_TRUE(previous == nullptr || previous == &memory.limit());
        previous = &memory.limit();
        ClockThread thread{clock, ClockProducer{memory}, 10'000};
        ClockConsumer consumer{memory};
        Count count;
        receive(consumer, count, 100);
        thread.stop();
        thread.stop();  // harmless
        while (!consumer.poll().empty()) {
            consumer.release();
        }
        std::this_thread::sleep_for(100us);
        EXPECT_TRUE(consumer.poll().empty()) << "nobody writes any more";
    }
}

TEST(ClockThread, NumbersGoOnAcrossTheWraps) {
    for (const std::uint32_t middle : {1U << 31U, 0U}) {  // 0: of 2^32
        const std::uint32_t first = middle - 500;
        ClockQueue queue{1000};
        ClockConsumer consumer = queue.consumer();
        ClockThread thread{Clock::system(), queue.producer(), microsecond, first};
        Count count;
        count.expected = first;
        receive(consumer, count, 2000);
        EXPECT_GE(count.expected - first, 2000U);
        EXPECT_EQ(static_cast<std::uint32_t>(count.received + count.lost),
                  count.expected - first);
    }
}

TEST(ClockThread, AnUnreadQueueOnlyDrops) {
    ClockQueue queue{10};
    ClockThread thread{Clock::system(), queue.producer(), microsecond};
    while (thread.longest_stall(false) == 0ns) {
        std::this_thread::yield();  // the thread may not have run yet
    }
    std::this_thread::sleep_for(5ms);
    ClockConsumer consumer = queue.consumer();
    Count count;
    receive(consumer, count, 40);
    EXPECT_GT(count.lost, 0U);
}

TEST(ClockThread, LongestStallCanBeReset) {
    ClockQueue queue{10};
    ClockThread thread{Clock::system(), queue.producer(), microsecond};
    while (thread.longest_stall(false) == 0ns) {
        std::this_thread::yield();  // the thread may not have run yet
    }
    EXPECT_GT(thread.longest_stall(true), 0ns);
    thread.stop();
    thread.longest_stall(true);
    EXPECT_EQ(thread.longest_stall(false), 0ns);
}

TEST(ClockThread, StopsFromSeveralThreadsAtOnce) {
    for (int round = 0; round < 20; ++round) {
        ClockQueue queue{10};
        ClockThread clock{Clock::system(), queue.producer(), microsecond};
        std::thread other{[&] { clock.stop(); }};
        clock.stop();
        other.join();
    }
}

TEST(ClockThread, RejectsBadIntervals) {
    ClockQueue queue{10};
    for (const std::int64_t bad :
         {std::int64_t{0}, std::int64_t{-5}, std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_THROW(ClockThread(Clock::system(), queue.producer(), bad),
                     std::invalid_argument);
    }
}

TEST(ClockThread, WorksOnTheFallbackClock) {
    const Clock clock = Clock::steady();
    ClockQueue queue{1000};
    ClockConsumer consumer = queue.consumer();
    ClockThread thread{clock, queue.producer(), microsecond};
    Count count;
    receive(consumer, count, 1000);
    EXPECT_EQ(static_cast<std::uint32_t>(count.received + count.lost), count.expected);
}

}  // namespace
}  // namespace allocpool
