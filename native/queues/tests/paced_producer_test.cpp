#include "queues/paced_producer.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <thread>

#include "family.hpp"

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
template <class Consumer>
void receive(TickReader<Consumer>& reader, Count& count, std::uint64_t enough) {
    const std::uint64_t goal = count.received + enough;
    bool in_order = true;
    while (count.received < goal && in_order) {
        const std::size_t found = reader.read(1000, [&](std::uint32_t number) {
            const std::uint32_t gap = number - count.expected;
            in_order = in_order && gap < 1U << 31U;
            count.lost += gap;
            count.expected = number + 1;
            ++count.received;
        });
        if (found == 0) {
            std::this_thread::yield();  // there may be only one core
        }
    }
    ASSERT_TRUE(in_order) << "a step back before " << count.expected;
}

template <class Queue>
class PacedProducerTest : public testing::Test {};
TYPED_TEST_SUITE(PacedProducerTest, Family, FamilyNames);

TYPED_TEST(PacedProducerTest, TicksComeAtTheirInterval) {
    for (const std::uint64_t most_per_reading : {std::uint64_t{1}, Pace::all_due}) {
        TypeParam queue{100'000};
        TickReader reader{queue.consumer()};
        const auto start = std::chrono::steady_clock::now();
        PacedProducer clock{Clock::system(), queue.producer(),
                            Pace{microsecond, 1, most_per_reading}};
        Count count;
        receive(reader, count, 10'000);
        const auto elapsed = std::chrono::steady_clock::now() - start;
        // Not early, beyond the calibration's error; late only if this thread was.
        EXPECT_GE(elapsed, 10ms * 0.999 - 1us);
        EXPECT_EQ(count.received + count.lost, count.expected);
    }
}

TYPED_TEST(PacedProducerTest, SeveralTicksABeat) {
    TypeParam queue{100'000};
    TickReader reader{queue.consumer()};
    const auto start = std::chrono::steady_clock::now();
    PacedProducer clock{Clock::system(), queue.producer(), Pace{microsecond, 7}};
    Count count;
    receive(reader, count, 70'000);
    const auto elapsed = std::chrono::steady_clock::now() - start;
    EXPECT_GE(elapsed, (count.expected / 7 - 1) * 1us * 0.999);
}

TYPED_TEST(PacedProducerTest, StopsAndRestartsAtTheSameEnd) {
    TypeParam queue{3};
    TickReader reader{queue.consumer()};
    Count count;
    std::uint32_t first = 0U - 500'000'000;
    count.expected = first;
    for (int round = 0; round < 8; ++round, first += 100'000'000) {
        PacedProducer clock{Clock::system(), queue.producer(), Pace{100'000}, first};
        receive(reader, count, 50);
        clock.stop();
        clock.stop();  // harmless
        for (const std::uint32_t number : drain(queue.producer(), reader)) {
            ASSERT_LT(number - count.expected, 1U << 31U) << "a step back";
            count.expected = number + 1;
        }
        std::this_thread::sleep_for(100us);
        EXPECT_TRUE(drain(queue.producer(), reader).empty()) << "nobody writes any more";
    }
}

/// On a busy machine that may take a while.
template <class Producer>
void wait_for_first_turn(PacedProducer<Producer>& clock) {
    while (clock.longest_stall(false) == 0ns) {
        std::this_thread::yield();
    }
}

TYPED_TEST(PacedProducerTest, AnUnreadQueueOnlyDrops) {
    TypeParam queue{10};
    PacedProducer clock{Clock::system(), queue.producer(), Pace{microsecond}};
    wait_for_first_turn(clock);
    std::this_thread::sleep_for(5ms);
    TickReader reader{queue.consumer()};
    Count count;
    receive(reader, count, 40);
    EXPECT_GT(count.lost, 0U);
}

TEST(PacedProducer, LongestStallCanBeReset) {
    RunRing queue{10};
    PacedProducer clock{Clock::system(), queue.producer(), Pace{microsecond}};
    wait_for_first_turn(clock);
    EXPECT_GT(clock.longest_stall(true), 0ns);
    clock.stop();
    clock.longest_stall(true);
    EXPECT_EQ(clock.longest_stall(false), 0ns);
}

TEST(PacedProducer, StopsFromSeveralThreadsAtOnce) {
    for (int round = 0; round < 20; ++round) {
        CachedRing queue{10};
        PacedProducer clock{Clock::system(), queue.producer(), Pace{microsecond}};
        std::thread other{[&] { clock.stop(); }};
        clock.stop();
        other.join();
    }
}

TEST(PacedProducer, RejectsBadPaces) {
    RunRing queue{10};
    using Producer = PacedProducer<RunRingProducer>;
    for (const Pace& bad :
         {Pace{0}, Pace{-5}, Pace{999}, Pace{std::numeric_limits<std::int64_t>::max()},
          Pace{1000, 0}, Pace{1000, 1001}, Pace{1000, 1, 0}}) {
        EXPECT_THROW(Producer(Clock::system(), queue.producer(), bad),
                     std::invalid_argument);
    }
}

}  // namespace
}  // namespace allocpool
