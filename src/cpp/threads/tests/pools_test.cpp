/// The pools: the free list of one thread, and those for several.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <latch>
#include <mutex>
#include <thread>
#include <vector>

#include "free_list.hpp"
#include "generator.hpp"
#include "lock_free_pool.hpp"
#include "locked_pool.hpp"
#include "outcome.hpp"
#include "queues/tests/torture_time.hpp"
#include "spin_lock.hpp"

namespace allocpool::threads {
namespace {

TEST(FreeList, GivesOutTheLastThatCameBack) {
    FreeList list{3};
    Handle handle = no_packet;
    for (const Handle expected : {0U, 1U, 2U}) {
        EXPECT_TRUE(list.acquire(handle));
        EXPECT_EQ(handle, expected);
    }
    EXPECT_FALSE(list.acquire(handle));
    list.release(1);
    list.release(0);
    EXPECT_TRUE(list.acquire(handle));
    EXPECT_EQ(handle, 0U);
    EXPECT_EQ(list.handles(), std::vector<Handle>{1});
}

template <class Pool>
class AnyPool : public testing::Test {};

using Pools = testing::Types<LockedPool<std::mutex>, LockedPool<SpinLock>, LockFreePool>;
TYPED_TEST_SUITE(AnyPool, Pools);

TYPED_TEST(AnyPool, GivesOutEachPacketOnceAndTheLastReleasedFirst) {
    TypeParam pool{3};
    Handle handle = no_packet;
    for (const Handle expected : {0U, 1U, 2U}) {
        EXPECT_TRUE(pool.acquire(handle));
        EXPECT_EQ(handle, expected);
    }
    EXPECT_FALSE(pool.acquire(handle));
    EXPECT_TRUE(pool.handles().empty());
    pool.release(2);
    pool.release(0);
    EXPECT_TRUE(pool.acquire(handle));
    EXPECT_EQ(handle, 0U);
    check_owners({{0, 1, pool.handles().at(0)}}, 3);
}

TYPED_TEST(AnyPool, OfNothingIsEmpty) {
    TypeParam pool{0};
    Handle handle = no_packet;
    EXPECT_FALSE(pool.acquire(handle));
}

// --8<-- [start:aba]
/// A thread reads the top, 0, and the one below, 1. Others acquire both and release 0:
/// the top is the same as before, but the word isn't, so the thread's exchange fails.
/// (In the test with real threads below, hitting this takes luck.)
TEST(TaggedTop, IsAnotherWordWhenTheSamePacketIsOnTopAgain) {
    constexpr TaggedTop seen = TaggedTop{}.released(1).released(0);
    constexpr TaggedTop now = seen.acquired(1).acquired(no_packet).released(0);
    static_assert(now.top == seen.top);
    static_assert(now.tag != seen.tag);
    std::atomic<TaggedTop> head{now};
    TaggedTop expected = seen;
    EXPECT_FALSE(head.compare_exchange_strong(expected, seen.acquired(1),
                                              std::memory_order_relaxed));
}
// --8<-- [end:aba]

/// A packet that records its owner. Not atomic: if it had two owners, ThreadSanitizer
/// would report that, too.
struct Owned {
    std::size_t owner = 0;
    std::uint64_t changes = 0;
};

/// All threads acquire and release, in any order: a packet comes back to the top while
/// others look at it, and the one that was below is gone, which is why the tag is needed.
/// Runs for the duration in torture_time.hpp.
TYPED_TEST(AnyPool, HasOneOwnerForEachPacketAtATime) {
    constexpr std::size_t packets = 3;
    constexpr std::size_t workers = 4;
    constexpr std::uint64_t turns_per_look = 1000;
    const auto end = std::chrono::steady_clock::now() + torture_time();
    TypeParam pool{packets};
    std::vector<Owned> owned(packets);
    std::atomic<std::uint64_t> wrong{0};
    std::atomic<std::uint64_t> acquired{0};
    std::latch start{workers};
    const auto work = [&](std::size_t worker) {
        RandomGenerator random{worker};
        std::deque<Handle> mine;
        start.arrive_and_wait();
        const auto acquire = [&] {
            Handle handle = no_packet;
            if (pool.acquire(handle)) {
                wrong += owned[handle].owner == 0 ? 0U : 1U;
                owned[handle].owner = worker;
                ++owned[handle].changes;
                ++acquired;
                mine.push_back(handle);
            }
        };
        const auto release_oldest = [&] {
            const Handle handle = mine.front();
            mine.pop_front();
            wrong += owned[handle].owner == worker ? 0U : 1U;
            owned[handle].owner = 0;
            pool.release(handle);
        };
        for (std::uint64_t turn = 0;
             wrong == 0 &&
             (turn % turns_per_look != 0 || std::chrono::steady_clock::now() < end);
             ++turn) {
            if (mine.empty() || (mine.size() < packets && random.next() % 2 == 0)) {
                acquire();
            } else {
                release_oldest();
            }
        }
        while (!mine.empty()) {
            release_oldest();
        }
    };
    std::vector<std::thread> threads;
    for (std::size_t worker = 1; worker <= workers; ++worker) {
        threads.emplace_back(work, worker);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    ASSERT_EQ(wrong.load(), 0U);
    EXPECT_NO_THROW(check_owners({pool.handles()}, packets));
    std::uint64_t changes = 0;
    for (const Owned& each : owned) {
        changes += each.changes;
    }
    EXPECT_EQ(changes, acquired.load());
}

}  // namespace
}  // namespace allocpool::threads
