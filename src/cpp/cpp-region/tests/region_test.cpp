#include "region.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <new>

#include "batches.hpp"
#include "generator.hpp"
#include "kept_packet.hpp"
#include "packet.hpp"
#include "sizes.hpp"
#include "source.hpp"

namespace allocpool::cpp_region {
namespace {

Packet* make_in(Region& region) {
    return region.memory().new_object<Packet>();
}

TEST(Region, HoldsABatchWithAllThatIsParsedAndNoByteMore) {
    const auto region = std::make_unique<Region>();
    Source<CounterGenerator> source;
    for (std::size_t i = 0; i < batch_packets; ++i) {
        Packet* packet = make_in(*region);
        source.fill(packet->bytes());
        packet->parse(region->memory());
        EXPECT_EQ(packet->fields().identification, i);
    }
    EXPECT_THROW(static_cast<void>(region->memory().new_object<Ipv4Address>()),
                 std::bad_alloc);
}

TEST(Region, ThatWasEmptiedBeginsAtItsBeginning) {
    const auto region = std::make_unique<Region>();
    const Packet* first = make_in(*region);
    EXPECT_NE(make_in(*region), first);
    region->empty();
    EXPECT_EQ(make_in(*region), first);
}

/// Why the copy is needed.
TEST(Region, OverwritesWhatWasNotCopiedOutOfIt) {
    const auto region = std::make_unique<Region>();
    Source<CounterGenerator> source;
    Packet* packet = make_in(*region);
    source.fill(packet->bytes());
    packet->parse(region->memory());
    const KeptPacket kept{*packet};
    region->empty();
    Packet* next = make_in(*region);
    source.fill(next->bytes());
    next->parse(region->memory());
    EXPECT_EQ(kept.fields().identification, 0);
    EXPECT_EQ(packet->fields().identification, 1);
}

TEST(KeptPacket, HasThePayloadToo) {
    Packet packet;
    Source<CounterGenerator>{}.fill(packet.bytes());
    packet.bytes()[buffer_bytes - 1] = 42;
    EXPECT_EQ(KeptPacket{packet}.bytes()[buffer_bytes - 1], 42);
}

TEST(IpPacket, PayloadFollowsTheHeader) {
    const auto region = std::make_unique<Region>();
    Packet* packet = make_in(*region);
    Source<CounterGenerator>{}.fill(packet->bytes());
    const IpPacket parsed{packet->bytes(), region->memory()};
    EXPECT_EQ(parsed.payload, packet->bytes() + 20);
    EXPECT_EQ(parsed.payload_length, buffer_bytes - 20);
}

TEST(Batches, UseARegionAgainOnceItsLastPacketIsDropped) {
    Batches batches{1};  // one region is enough
    const Packet* first = batches.make_packet();
    batches.drop_oldest();
    for (std::size_t i = 1; i < batch_packets; ++i) {
        EXPECT_NE(batches.make_packet(), first);
        batches.drop_oldest();
    }
    EXPECT_EQ(batches.make_packet(), first);
}

}  // namespace
}  // namespace allocpool::cpp_region
