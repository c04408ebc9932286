#include "steps/packet_layout.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "drawn.hpp"
#include "generator.hpp"
#include "source.hpp"
#include "steps/step1.hpp"
#include "steps/step2.hpp"
#include "steps/step3.hpp"
#include "steps/step4.hpp"

namespace {

template <class Packet>
std::string drawn() {
    allocpool::Source<allocpool::RandomGenerator> source;
    const auto packet = std::make_unique<Packet>();
    source.fill(packet->bytes());
    packet->parse();
    return steps::layout("t", *packet).svg();
}

TEST(PacketLayout, DrawsEachObjectThatParsingAllocates) {
    const std::string tree = drawn<step1::Packet>();
    EXPECT_EQ(count(tree, "IpPacket: "), 1U);
    EXPECT_EQ(count(tree, "IpHeader: "), 1U);
    EXPECT_EQ(count(tree, "Ipv4Address, "), 2U);
    const std::string values = drawn<step2::Packet>();
    EXPECT_EQ(count(values, "IpHeader: "), 1U);
    EXPECT_EQ(count(values, "Ipv4Address, "), 0U);
    for (const std::string& flat : {drawn<step3::Packet>(), drawn<step4::Packet>()}) {
        EXPECT_EQ(count(flat, "IpPacket: ") + count(flat, "IpHeader: "), 0U);
        EXPECT_GT(count(flat, "src: "), 0U);
        EXPECT_EQ(count(flat, "parsed: "), 0U);
    }
}

TEST(PacketLayout, TellsWhereFieldsStart) {
    const std::string behind = drawn<step3::Packet>();
    EXPECT_NE(behind.find("header on the wire: offset 0, 24 bytes"), behind.npos);
    EXPECT_NE(behind.find("fields: offset 1024, 8 bytes"), behind.npos);
    const std::string before = drawn<step4::Packet>();
    EXPECT_NE(before.find("fields: offset 0, 8 bytes"), before.npos);
    const std::string wire =
        "header on the wire: offset " + std::to_string(sizeof(step4::IpPacket)) + ", 24";
    EXPECT_NE(before.find(wire), before.npos);
}

}  // namespace
