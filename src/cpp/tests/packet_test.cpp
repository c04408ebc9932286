#include <gtest/gtest.h>

#include <cstdint>

#include "cpp-flat/packet.hpp"
#include "cpp/packet.hpp"
#include "wire.hpp"

namespace allocpool {
namespace {

template <class Packet>
class AnyPacket : public testing::Test {};

using Packets = testing::Types<cpp::Packet, cpp_flat::Packet>;
TYPED_TEST_SUITE(AnyPacket, Packets);

/// Writes bytes that all differ, and a header with two words of options.
void write_header(std::uint8_t* bytes) {
    for (int i = 0; i < 40; ++i) {
        bytes[i] = static_cast<std::uint8_t>(0xA0 + i);
    }
    bytes[0] = 0x47;
    bytes[2] = 0x02;
    bytes[3] = 0x01;
}

TYPED_TEST(AnyPacket, ParsesEveryField) {
    TypeParam packet;
    write_header(packet.bytes());
    packet.parse();
    const Fields f = packet.fields();
    EXPECT_EQ(f.version, 4);
    EXPECT_EQ(f.header_length, 28);
    EXPECT_EQ(f.total_length, 0x0201);
    EXPECT_EQ(f.identification, 0xA4A5);
    EXPECT_EQ(f.time_to_live, 0xA8);
    EXPECT_EQ(f.protocol, 0xA9);
    EXPECT_EQ(packet.protocol(), 0xA9);
    EXPECT_EQ(f.source, 0xACADAEAFU);
    EXPECT_EQ(f.destination, 0xB0B1B2B3U);
    EXPECT_EQ(f.source_port, 0xBCBD);
    EXPECT_EQ(f.destination_port, 0xBEBF);
}

TYPED_TEST(AnyPacket, CanBeParsedAgainOnceItHasForgotten) {
    TypeParam packet;
    packet.forget();  // nothing to forget yet
    write_header(packet.bytes());
    packet.parse();
    packet.forget();
    packet.forget();
    wire::put16(packet.bytes() + wire::identification, 0x1234);
    packet.parse();
    EXPECT_EQ(packet.fields().identification, 0x1234);
}

TEST(CppPacket, PayloadFollowsTheHeader) {
    cpp::Packet packet;
    write_header(packet.bytes());
    const cpp::IpPacket parsed{packet.bytes()};
    EXPECT_EQ(parsed.payload, packet.bytes() + 28);
    EXPECT_EQ(parsed.payload_length, 0x0201U - 28);
}

}  // namespace
}  // namespace allocpool
