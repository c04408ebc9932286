#include "steps/cost.hpp"

#include <gtest/gtest.h>

#include "steps/step1.hpp"
#include "steps/step4.hpp"

namespace {

steps::Cost cost_of_tree(const step1::Packet& packet) {
    steps::Cost cost;
    cost.footprint.touch(packet.parsed);
    cost.allocated(packet.parsed);
    cost.allocated(packet.parsed->header);
    return cost;
}

steps::Cost cost_of_line(const step4::Packet& packet) {
    steps::Cost cost;
    cost.footprint.touch(packet.parsed);
    return cost;
}

TEST(Cost, CountsWhatIsAllocated) {
    const auto packets = steps::used<step1::Packet>(50);
    ASSERT_EQ(packets.size(), 50U);
    for (const auto& packet : packets) {
        ASSERT_NE(packet->parsed, nullptr);
        const steps::Cost cost = cost_of_tree(*packet);
        EXPECT_EQ(cost.objects, 2);
        EXPECT_GE(cost.heap_bytes, sizeof(step1::IpPacket) + sizeof(step1::IpHeader));
        EXPECT_GE(cost.footprint.lines(), 2U);
    }
}

TEST(Cost, IsAveragedIntoCells) {
    const std::vector<std::string> cells = steps::averages(20, &cost_of_line);
    EXPECT_EQ(cells, (std::vector<std::string>{std::to_string(sizeof(step4::Packet)), "0",
                                               "0.00", "1.00", "1.00"}));
}

}  // namespace
