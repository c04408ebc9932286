#include "strategies.hpp"

#include <gtest/gtest.h>

#include <new>
#include <set>
#include <vector>

namespace allocpool {
namespace {

/// A packet that counts its instances.
struct Counted {
    Counted() {
        if (alive == limit) {
            throw std::bad_alloc{};
        }
        ++alive;
    }
    ~Counted() { --alive; }
    void forget() { ++forgotten; }

    static inline int alive = 0;
    static inline int forgotten = 0;
    static inline int limit = 1000;
};

TEST(Pool, AllocatesInAdvanceAndReusesTheLastReleased) {
    Counted::forgotten = 0;
    {
        Pool<Counted> pool{3};
        EXPECT_EQ(Counted::alive, 3);
        EXPECT_EQ(pool.available(), 3U);
        Counted* first = pool.acquire();
        Counted* second = pool.acquire();
        EXPECT_NE(first, second);
        pool.release(first);
        pool.release(second);
        EXPECT_EQ(Counted::forgotten, 2);
        EXPECT_EQ(pool.acquire(), second);
        EXPECT_EQ(pool.acquire(), first);
        EXPECT_EQ(Counted::alive, 3);
        pool.release(first);
        pool.release(second);
    }
    EXPECT_EQ(Counted::alive, 0);
}

TEST(Pool, AllocatesWhenExhaustedAndDeletesWhatDoesNotFit) {
    Pool<Counted> pool{2};
    std::vector<Counted*> taken;
    for (int i = 0; i < 5; ++i) {
        taken.push_back(pool.acquire());
    }
    EXPECT_EQ(std::set<Counted*>(taken.begin(), taken.end()).size(), 5U);
    EXPECT_EQ(Counted::alive, 5);
    EXPECT_EQ(pool.available(), 0U);
    for (Counted* packet : taken) {
        pool.release(packet);
    }
    EXPECT_EQ(Counted::alive, 2);
    EXPECT_EQ(pool.available(), 2U);
}

TEST(Pool, OfNothingAllocatesAndDeletesEveryTime) {
    Pool<Counted> pool{0};
    Counted* packet = pool.acquire();
    EXPECT_EQ(Counted::alive, 1);
    pool.release(packet);
    EXPECT_EQ(Counted::alive, 0);
}

TEST(Pool, ThatDoesNotFitMemoryLeaksNothing) {
    Counted::limit = 7;
    EXPECT_THROW(Pool<Counted>{10}, std::bad_alloc);
    Counted::limit = 1000;
    EXPECT_EQ(Counted::alive, 0);
}

TEST(Alloc, AllocatesAndDeletes) {
    Alloc<Counted> alloc;
    Counted* first = alloc.acquire();
    Counted* second = alloc.acquire();
    EXPECT_NE(first, second);
    EXPECT_EQ(Counted::alive, 2);
    alloc.release(first);
    alloc.release(second);
    EXPECT_EQ(Counted::alive, 0);
}

TEST(Dummy, HasOnePacketForAll) {
    Dummy<Counted> dummy;
    Counted* packet = dummy.acquire();
    EXPECT_EQ(dummy.acquire(), packet);
    dummy.release(packet);
    EXPECT_EQ(dummy.acquire(), packet);
    EXPECT_EQ(Counted::alive, 1);
}

}  // namespace
}  // namespace allocpool
