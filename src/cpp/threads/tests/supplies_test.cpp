#include "supplies.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "allocating.hpp"
#include "fill_rings.hpp"
#include "lock_free_pool.hpp"
#include "locked_pool.hpp"
#include "mempool.hpp"
#include "outcome.hpp"
#include "spin_lock.hpp"

namespace allocpool::threads {
namespace {

constexpr Shape two_processors{2, 4, 2};

template <class Supply>
class AnySupply : public testing::Test {};

using Supplies =
    testing::Types<Shared<LockedPool<std::mutex>>, Shared<LockedPool<SpinLock>>,
                   Shared<LockFreePool>, HandBack, Mempool>;
TYPED_TEST_SUITE(AnySupply, Supplies);

TYPED_TEST(AnySupply, GetsBackWhatItsProcessorsRelease) {
    TypeParam supply{3, two_processors};
    Handle handle = no_packet;
    std::vector<Handle> acquired;
    for (const std::size_t processor : {0U, 1U, 0U}) {
        EXPECT_TRUE(supply.acquire(processor, handle));
        acquired.push_back(handle);
    }
    EXPECT_FALSE(supply.acquire(0, handle));
    EXPECT_NO_THROW(check_owners({acquired}, 3));
    supply.release(1, 1);
    supply.flush(1);
    EXPECT_TRUE(supply.acquire(0, handle)) << "whoever had it";
    EXPECT_EQ(handle, 1U);
    supply.release(0, 0);
    supply.release(0, 1);
    supply.release(1, 2);
    supply.flush(0);
    supply.flush(1);
    supply.collect();
    EXPECT_NO_THROW(check_owners({supply.handles()}, 3));
}

TEST(Allocating, KnowsHowManyPacketsThereAre) {
    Allocating supply{0, two_processors};
    std::vector<Handle> acquired(5);
    for (Handle& handle : acquired) {
        EXPECT_TRUE(supply.acquire(0, handle));
    }
    EXPECT_NO_THROW(check_owners({acquired}, supply.packets()));
    supply.release(0, acquired[0]);
    supply.release(1, acquired[1]);
    EXPECT_EQ(supply.packets(), 3U);
    supply.reclaim({acquired.begin() + 2, acquired.end()});
    EXPECT_EQ(supply.packets(), 0U);
}

TEST(Allocating, FindsAPacketByItsHandle) {
    const auto packet = std::make_unique<cpp_flat::Packet>();
    const Handle handle = AllocatedPackets::handle_of(packet.get());
    EXPECT_EQ(&AllocatedPackets{0}[handle], packet.get());
    const auto* elsewhere = reinterpret_cast<const cpp_flat::Packet*>(
        reinterpret_cast<std::uintptr_t>(packet.get()) ^ std::uintptr_t{1} << 62U);
    EXPECT_THROW(AllocatedPackets::handle_of(elsewhere), std::runtime_error);
}

TEST(HandBack, KeepsAGroupBackUntilItIsCompleteOrFlushed) {
    HandBack supply{3, two_processors};
    Handle handle = no_packet;
    while (supply.acquire(0, handle)) {
    }
    supply.release(0, 2);
    EXPECT_FALSE(supply.acquire(0, handle)) << "one of a group of two";
    supply.release(0, 1);
    EXPECT_TRUE(supply.acquire(0, handle));
    EXPECT_EQ(handle, 2U);
    EXPECT_TRUE(supply.acquire(0, handle));
    EXPECT_EQ(handle, 1U);
}

TEST(HandBack, PrefersWhatCameBackFromTheSameProcessor) {
    HandBack supply{6, two_processors};
    Handle handle = no_packet;
    for (int i = 0; i < 4; ++i) {
        supply.acquire(0, handle);
    }
    supply.release(0, 0);
    supply.flush(0);
    supply.release(1, 1);
    supply.flush(1);
    EXPECT_TRUE(supply.acquire(1, handle));
    EXPECT_EQ(handle, 1U);
    EXPECT_TRUE(supply.acquire(1, handle));
    EXPECT_EQ(handle, 4U) << "its own list before others' rings";
    EXPECT_TRUE(supply.acquire(0, handle));
    EXPECT_EQ(handle, 0U);
}

TEST(Mempool, EmptiesACacheAtItsFlushThreshold) {
    Mempool supply{8, two_processors};  // caches of two packets, three at most
    Handle handle = no_packet;
    while (supply.acquire(0, handle)) {
    }
    for (const Handle released : {0U, 1U, 2U}) {
        supply.release(0, released);
        EXPECT_FALSE(supply.acquire(0, handle)) << "in the processor's cache";
    }
    supply.release(0, 3);
    for (const Handle expected : {1U, 0U, 2U}) {
        EXPECT_TRUE(supply.acquire(0, handle));
        EXPECT_EQ(handle, expected) << "two of a group, the last first";
    }
    EXPECT_FALSE(supply.acquire(0, handle)) << "the fourth is in the cache";
}

TEST(FillRings, HaveAPoolForEachProcessor) {
    FillRings supply{5, two_processors};
    Handle handle = no_packet;
    for (const Handle expected : {0U, 1U, 2U}) {
        EXPECT_TRUE(supply.acquire(0, handle));
        EXPECT_EQ(handle, expected);
    }
    EXPECT_FALSE(supply.acquire(0, handle)) << "the others are the second one's";
    EXPECT_TRUE(supply.acquire(1, handle));
    EXPECT_EQ(handle, 3U);
    supply.release(0, 1);
    EXPECT_FALSE(supply.acquire(0, handle)) << "one of a group of two";
    supply.release(0, 2);
    EXPECT_TRUE(supply.acquire(0, handle));
    EXPECT_EQ(handle, 2U) << "the last that came back";
}

TEST(FillRings, KeepWhatTheRingHasNoRoomFor) {
    FillRings supply{9, {1, 4, 1}};
    Handle handle = no_packet;
    for (const Handle expected : {0U, 1U, 2U, 3U}) {
        EXPECT_TRUE(supply.acquire(0, handle));
        EXPECT_EQ(handle, expected);
    }
    EXPECT_FALSE(supply.acquire(0, handle));
    supply.release(0, 3);
    EXPECT_TRUE(supply.acquire(0, handle));
    EXPECT_EQ(handle, 3U);
    supply.release(0, 0);
    supply.release(0, 1);
    supply.release(0, 2);
    supply.release(0, 3);
    EXPECT_NO_THROW(check_owners({supply.handles()}, 9));
}

}  // namespace
}  // namespace allocpool::threads
