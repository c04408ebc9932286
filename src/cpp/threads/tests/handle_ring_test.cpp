/// The ring for many threads: order, room, and one owner for each packet.

#include "handle_ring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <span>
#include <thread>
#include <vector>

#include "generator.hpp"
#include "outcome.hpp"
#include "queues/tests/torture_time.hpp"

namespace allocpool::threads {
namespace {

std::vector<Handle> taken(HandleRing& ring, std::size_t most) {
    std::vector<Handle> handles(most);
    handles.resize(ring.take(handles));
    return handles;
}

TEST(HandleRing, GivesOutTheOldestFirstAndAsManyAsThereAre) {
    HandleRing ring{4};
    EXPECT_EQ(taken(ring, 3), std::vector<Handle>{});
    EXPECT_TRUE(ring.put(std::array<Handle, 3>{7, 8, 9}));
    EXPECT_EQ(ring.handles(), (std::vector<Handle>{7, 8, 9}));
    EXPECT_EQ(taken(ring, 2), (std::vector<Handle>{7, 8}));
    EXPECT_EQ(taken(ring, 2), (std::vector<Handle>{9}));
}

TEST(HandleRing, TakesAllOrNone) {
    HandleRing ring{3};  // holds four: a power of two
    EXPECT_TRUE(ring.put(std::array<Handle, 3>{1, 2, 3}));
    EXPECT_FALSE(ring.put(std::array<Handle, 2>{4, 5}));
    EXPECT_TRUE(ring.put(std::array<Handle, 1>{4}));
    EXPECT_FALSE(ring.put(std::array<Handle, 1>{5}));
    EXPECT_EQ(taken(ring, 9), (std::vector<Handle>{1, 2, 3, 4}));
}

TEST(HandleRing, GoesRound) {
    HandleRing ring{4};
    for (Handle turn = 0; turn < 100; ++turn) {
        ASSERT_TRUE(ring.put(std::array<Handle, 3>{turn, turn + 1, turn + 2}));
        ASSERT_EQ(taken(ring, 4), (std::vector<Handle>{turn, turn + 1, turn + 2}));
    }
}

/// All threads take and put, in groups of any size. They see what a packet's last owner
/// wrote, and only the owner writes: ThreadSanitizer would report a violation, too.
TEST(HandleRing, HasOneOwnerForEachPacketAtATime) {
    constexpr std::size_t packets = 8;
    constexpr std::size_t workers = 4;
    constexpr std::size_t most = 3;
    const auto end = std::chrono::steady_clock::now() + torture_time();
    HandleRing ring{packets};
    std::array<std::size_t, packets> owner{};  // 0: nobody
    std::array<Handle, packets> all{};
    for (std::size_t i = 0; i < packets; ++i) {
        all[i] = static_cast<Handle>(i);
    }
    ASSERT_TRUE(ring.put(all));
    std::atomic<std::uint64_t> wrong{0};
    std::latch start{workers};
    const auto work = [&](std::size_t worker) {
        RandomGenerator random{worker};
        std::array<Handle, most> mine{};
        start.arrive_and_wait();
        while (wrong == 0 && std::chrono::steady_clock::now() < end) {
            const auto group = std::span{mine}.first(1 + random.next() % most);
            const auto found = group.first(ring.take(group));
            for (const Handle handle : found) {
                wrong += owner[handle] == 0 ? 0U : 1U;
                owner[handle] = worker;
            }
            for (const Handle handle : found) {
                wrong += owner[handle] == worker ? 0U : 1U;
                owner[handle] = 0;
            }
            wrong += ring.put(found) ? 0U : 1U;
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
    EXPECT_NO_THROW(check_owners({ring.handles()}, packets));
}

}  // namespace
}  // namespace allocpool::threads
