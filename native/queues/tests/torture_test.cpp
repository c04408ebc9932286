/// Two threads against each other, with random portions and pauses, for the duration in
/// torture_time.hpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <thread>
#include <vector>

#include "clock.hpp"
#include "counter.hpp"
#include "family.hpp"
#include "queues/paced_producer.hpp"
#include "torture_time.hpp"

namespace allocpool {
namespace {

using Seconds = std::chrono::duration<double>;

/// One thread's random portions and pauses.
class Mood {
  public:
    explicit Mood(std::uint32_t seed) : random_{seed} {}

    /// Usually small, sometimes up to `most`.
    std::uint32_t portion(std::uint32_t most) {
        const std::uint32_t range = next() % 8 == 0 ? most : std::min(most, 4U);
        return 1 + next() % range;
    }

    /// True if the producer skips a number after every few; this alternates, some hundred
    /// calls each.
    bool fussy() {
        fussy_ = next() % 256 == 0 ? !fussy_ : fussy_;
        return fussy_;
    }

    /// Usually none, sometimes short, rarely so long that the other side runs dry or
    /// full.
    void pause() {
        const std::uint32_t kind = next() % 1024;
        if (kind == 0) {
            std::this_thread::sleep_for(std::chrono::microseconds{next() % 100});
        } else if (kind < 16) {
            std::this_thread::yield();
        } else if (kind < 256) {
            for (std::uint32_t turns = next() % 64; turns != 0; --turns) {
                counter::relax();
            }
        }
    }

  private:
    std::uint32_t next() { return static_cast<std::uint32_t>(random_()); }

    std::mt19937 random_;
    bool fussy_ = false;
};

/// The producer's end from start to finish, in a thread of its own.
template <class Producer>
class Offering {
  public:
    Offering(Producer& producer, std::uint32_t first, std::uint32_t most, Seconds time)
        : thread_{[&, first, most, time] { run(producer, first, most, time); }} {}

    Offering(const Offering&) = delete;
    Offering& operator=(const Offering&) = delete;
    ~Offering() { join(); }

    bool finished() const { return finished_.load(std::memory_order_acquire); }

    void join() {
        if (thread_.joinable()) {
            thread_.join();
        }
    }

    // After join().
    std::uint64_t offered() const { return offered_; }
    std::uint64_t appended() const { return appended_; }

  private:
    void run(Producer& producer, std::uint32_t first, std::uint32_t most, Seconds time) {
        Mood mood{first + most};
        unsigned refused = 0;
        const auto offer = [&](std::uint32_t count) {
            const std::uint64_t taken =
                append(producer, first + static_cast<std::uint32_t>(offered_), count);
            offered_ += count;
            appended_ += taken;
            refused = taken == 0 ? refused + 1 : 0;
        };
        const auto end = std::chrono::steady_clock::now() + time;
        while (std::chrono::steady_clock::now() < end) {
            if (mood.fussy()) {
                offer(mood.portion(2));
                ++offered_;  // as if dropped: a gap, though there is room
                offer(1);
            } else {
                offer(mood.portion(most));
            }
            // The queue is full: pause, so that the number of drops can't wrap, and the
            // consumer gets its share of few cores.
            if (refused >= 16) {
                std::this_thread::sleep_for(std::chrono::microseconds{50});
                refused = 0;
            }
            mood.pause();
        }
        while (!publish(producer)) {
            std::this_thread::yield();
        }
        finished_.store(true, std::memory_order_release);
    }

    std::atomic<bool> finished_{false};
    std::uint64_t offered_ = 0;
    std::uint64_t appended_ = 0;
    std::thread thread_;  // last, because it uses the others
};

// --8<-- [start:torture]
/// Each number received is later than the one before, all appended numbers arrive, and a
/// number is missing only if it didn't fit or wasn't offered.
template <class Queue>
void torture(std::uint32_t capacity, std::uint32_t first, Seconds time) {
    SCOPED_TRACE(testing::Message() << "capacity " << capacity << ", first " << first);
    Queue queue{capacity};
    TickReader reader{queue.consumer()};
    Offering offering{queue.producer(), first, std::min(3 * capacity + 1, 500U), time};
    Mood mood{capacity};
    std::uint64_t received = 0;
    std::uint64_t missing = 0;
    std::uint64_t disorder = 0;
    std::uint32_t expected = first;
    for (bool last_look = false; !last_look;) {
        const bool finished = offering.finished();
        const std::size_t count =
            reader.read(mood.portion(3 * capacity), [&](std::uint32_t number) {
                const std::uint32_t gap = number - expected;
                disorder += gap >= 1U << 31U ? 1U : 0U;
                missing += gap;
                expected = number + 1;
                ++received;
            });
        last_look = finished && count == 0;
        if (count == 0) {
            std::this_thread::yield();
        }
        mood.pause();
    }
    offering.join();
    const auto all = static_cast<std::uint32_t>(offering.offered());
    EXPECT_EQ(disorder, 0U);
    EXPECT_EQ(received, offering.appended());
    const std::uint32_t dropped_at_the_end = first + all - expected;
    EXPECT_EQ(static_cast<std::uint32_t>(received + missing) + dropped_at_the_end, all);
    EXPECT_GT(received, 0U);
}
// --8<-- [end:torture]

template <class Queue>
class Torture : public testing::Test {};
TYPED_TEST_SUITE(Torture, Family, FamilyNames);

TYPED_TEST(Torture, OrderAndCountHold) {
    constexpr std::uint32_t before_wrap = std::numeric_limits<std::uint32_t>::max() - 500;
    const std::vector<std::uint32_t> capacities{1, 2, 3, 70, 1000};
    for (const std::uint32_t capacity : capacities) {
        for (const std::uint32_t first : {0U, before_wrap}) {
            const auto shares = static_cast<double>(2 * capacities.size());
            torture<TypeParam>(capacity, first, torture_time() / shares);
        }
    }
}

/// The thing that a number stands for is visible to its taker, and is not changed before
/// the number is given back. A race detector reports a violation.
TYPED_TEST(Torture, NumbersCanBeHandles) {
    for (const std::uint32_t capacity : {1U, 3U, 16U}) {
        SCOPED_TRACE(capacity);
        TypeParam queue{capacity};
        TickReader reader{queue.consumer()};
        // A dual array holds up to twice its capacity, and we hold some, too.
        std::vector<std::uint64_t> things(std::bit_ceil(4 * capacity + 4));
        const auto thing = [&](std::uint32_t number) -> std::uint64_t& {
            return things[number % things.size()];
        };
        std::atomic<bool> stopping{false};
        std::thread writer{[&] {
            auto& producer = queue.producer();
            for (std::uint32_t number = 0; !stopping.load(std::memory_order_relaxed);) {
                thing(number) = std::uint64_t{number} * number;
                while (append(producer, number, 1) == 0 &&
                       !stopping.load(std::memory_order_relaxed)) {
                    std::this_thread::yield();
                }
                publish(producer);
                ++number;
            }
        }};
        std::uint32_t next = 0;
        std::uint64_t wrong = 0;
        const auto end = std::chrono::steady_clock::now() + torture_time() / 3;
        // On a busy machine the writer may not have run yet by then.
        while (std::chrono::steady_clock::now() < end || next == 0) {
            const std::size_t count = reader.read(10, [&](std::uint32_t number) {
                wrong += number != next || thing(number) != std::uint64_t{next} * next;
                ++next;
            });
            if (count == 0) {
                std::this_thread::yield();
            }
        }
        stopping.store(true, std::memory_order_relaxed);
        writer.join();
        EXPECT_EQ(wrong, 0U);
    }
}

/// Clocks start and stop at one end, while the other end is read all the time.
TYPED_TEST(Torture, ClocksStopAndRestart) {
    for (const std::uint32_t capacity : {1U, 2U, 1000U}) {
        SCOPED_TRACE(capacity);
        TypeParam queue{capacity};
        std::atomic<bool> finished{false};
        std::atomic<std::uint32_t> latest{0};
        std::uint64_t disorder = 0;
        std::thread taker{[&] {
            TickReader reader{queue.consumer()};
            Mood mood{capacity};
            std::uint32_t expected = 0;
            while (!finished.load(std::memory_order_acquire)) {
                const std::size_t count =
                    reader.read(mood.portion(100), [&](std::uint32_t number) {
                        disorder += number - expected >= 1U << 31U ? 1U : 0U;
                        expected = number + 1;
                    });
                if (count == 0) {
                    std::this_thread::yield();
                }
                latest.store(expected, std::memory_order_relaxed);
                mood.pause();
            }
        }};
        const auto end = std::chrono::steady_clock::now() + torture_time() / 3;
        Mood mood{capacity + 1};
        // A clock of 100 ns would need seconds to reach the next one's first number.
        for (std::uint32_t first = 0; std::chrono::steady_clock::now() < end;
             first += 1U << 26U) {
            PacedProducer clock{Clock::system(), queue.producer(), Pace{100'000}, first};
            std::this_thread::sleep_for(std::chrono::microseconds{mood.portion(500)});
            while (latest.load(std::memory_order_relaxed) - first - 1 >= 1U << 31U) {
                std::this_thread::yield();  // nothing of this clock has been taken yet
            }
        }
        finished.store(true, std::memory_order_release);
        taker.join();
        EXPECT_EQ(disorder, 0U);
        EXPECT_GT(latest.load(std::memory_order_relaxed), 0U);
    }
}

}  // namespace
}  // namespace allocpool
