#include "outbox.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace allocpool::threads {
namespace {

std::vector<Handle> taken(CachedRing& ring) {
    std::vector<Handle> handles;
    for (Handle handle = no_packet; ring.take(handle);) {
        handles.push_back(handle);
    }
    return handles;
}

void no_pause() {
    FAIL() << "there is room";
}

TEST(Outbox, SendsNothingUntilItIsFlushed) {
    CachedRing ring{10};
    Outbox outbox{ring, 3};
    EXPECT_FALSE(outbox.put(7));
    EXPECT_FALSE(outbox.put(8));
    EXPECT_TRUE(outbox.put(9)) << "the group is complete";
    EXPECT_EQ(taken(ring), std::vector<Handle>{});
    outbox.flush(no_pause);
    EXPECT_EQ(taken(ring), (std::vector<Handle>{7, 8, 9}));
}

TEST(Outbox, SendsAPartOfAGroupToo) {
    CachedRing ring{10};
    Outbox outbox{ring, 3};
    outbox.flush(no_pause);
    EXPECT_FALSE(outbox.put(1));
    outbox.flush(no_pause);
    EXPECT_EQ(taken(ring), std::vector<Handle>{1});
    EXPECT_FALSE(outbox.put(2));
    EXPECT_FALSE(outbox.put(3));
    EXPECT_TRUE(outbox.put(4)) << "a new group has begun";
}

TEST(Outbox, OfOneIsAlwaysComplete) {
    CachedRing ring{10};
    Outbox outbox{ring, 1};
    EXPECT_TRUE(outbox.put(5));
}

TEST(Outbox, WaitsForRoomAndKeepsTheOrder) {
    CachedRing ring{2};
    Outbox outbox{ring, 5};
    for (const Handle handle : {1U, 2U, 3U, 4U, 5U}) {
        outbox.put(handle);
    }
    std::vector<Handle> received;
    outbox.flush([&] {
        Handle handle = no_packet;
        ASSERT_TRUE(ring.take(handle)) << "it pauses only when the ring is full";
        received.push_back(handle);
    });
    for (const Handle handle : taken(ring)) {
        received.push_back(handle);
    }
    EXPECT_EQ(received, (std::vector<Handle>{1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace allocpool::threads
