// The packets of the four steps hold what the wire holds, and lie in memory as the
// notebook says.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <type_traits>

#include "generator.hpp"
#include "source.hpp"
#include "steps/footprint.hpp"
#include "steps/step1.hpp"
#include "steps/step2.hpp"
#include "steps/step3.hpp"
#include "steps/step4.hpp"

namespace {

template <class Packet>
class Steps : public testing::Test {};

using Packets =
    testing::Types<step1::Packet, step2::Packet, step3::Packet, step4::Packet>;
TYPED_TEST_SUITE(Steps, Packets);

TYPED_TEST(Steps, ParseWhatTheSourceWrites) {
    allocpool::Source<allocpool::RandomGenerator> source;
    allocpool::RandomGenerator same = allocpool::RandomGenerator::for_source();
    const auto packet = std::make_unique<TypeParam>();
    for (int i = 0; i < 100; ++i) {
        const std::uint64_t r = same.next();
        source.fill(packet->bytes());
        packet->parse();
        const allocpool::Fields fields = packet->fields();
        EXPECT_EQ(fields.version, 4);
        EXPECT_EQ(fields.header_length, 20);
        EXPECT_EQ(fields.total_length, allocpool::buffer_bytes);
        EXPECT_EQ(fields.identification, r & 0xFFFF);
        EXPECT_EQ(fields.time_to_live, 64);
        EXPECT_EQ(fields.protocol, (r & 15) == 0 ? 6 : 17);
        EXPECT_EQ(fields.protocol, packet->protocol());
        EXPECT_EQ(fields.source, 0x0A000000U | (r >> 4 & 0xFFFFFF));
        EXPECT_EQ(fields.destination, 0xC0A80000U | (r >> 28 & 0xFFFF));
        EXPECT_EQ(fields.source_port, r >> 44 & 0xFFFF);
        EXPECT_EQ(fields.destination_port, r >> 8 & 0xFFFF);
        packet->forget();
        packet->forget();  // harmless: a forgotten packet is not deleted again
    }
}

TEST(Step4, HasAllThatIsUsedInOneLine) {
    static_assert(std::is_standard_layout_v<step4::Packet>);
    const auto packet = std::make_unique<step4::Packet>();
    steps::Footprint footprint;
    footprint.touch(packet->parsed);
    footprint.touch(packet->bytes(), allocpool::wire::header_bytes + 4);
    if (sizeof(void*) == 8) {
        EXPECT_EQ(footprint.lines(), 1U);
    }
}

}  // namespace
