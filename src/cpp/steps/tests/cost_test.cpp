#include "steps/cost.hpp"

#include <gtest/gtest.h>

#include "steps/step1.hpp"
#include "steps/step2.hpp"
#include "steps/step4.hpp"

namespace {

template <class Packet>
steps::Cost cost_of_one() {
    const auto packets = steps::used<Packet>(50);
    EXPECT_EQ(packets.size(), 50U);
    return steps::cost(*packets.front());
}

TEST(Cost, CountsWhatParsingAllocates) {
    const steps::Cost tree = cost_of_one<step1::Packet>();
    EXPECT_EQ(tree.objects, 4);
    EXPECT_GE(tree.heap_bytes, sizeof(step1::IpPacket) + sizeof(step1::IpHeader) +
                                   2 * sizeof(step1::Ipv4Address));
    EXPECT_GE(tree.footprint.lines(), 3U);
    const steps::Cost values = cost_of_one<step2::Packet>();
    EXPECT_EQ(values.objects, 2);
    EXPECT_GE(values.heap_bytes, sizeof(step2::IpPacket) + sizeof(step2::IpHeader));
}

TEST(Cost, IsAveragedIntoCells) {
    const std::vector<std::string> cells = steps::averages<step4::Packet>(20);
    EXPECT_EQ(cells, (std::vector<std::string>{std::to_string(sizeof(step4::Packet)), "0",
                                               "0.00", "1.00", "1.00"}));
}

}  // namespace
