#include "wire_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "cpp-flat/packet.hpp"
#include "generator.hpp"
#include "source.hpp"

namespace allocpool::cpp_limit {
namespace {

using Bytes = std::array<std::uint8_t, buffer_bytes>;

struct OneNumber {
    static OneNumber for_source() { return {}; }
    std::uint64_t next() const { return number; }
    static inline std::uint64_t number = 0;
};

TEST(WireWords, FillAsTheSourceDoes) {
    RandomGenerator generator{3};
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t r = i == 0   ? 0
                                : i == 1 ? std::numeric_limits<std::uint64_t>::max()
                                         : generator.next();
        Bytes expected;
        expected.fill(0xEE);
        Bytes bytes = expected;
        OneNumber::number = r;
        Source<OneNumber>{}.fill(expected.data());
        fill(bytes.data(), r);
        ASSERT_EQ(bytes, expected) << r;
    }
}

void expect_equal(const Fields& parsed, const Fields& expected) {
    EXPECT_EQ(parsed.version, expected.version);
    EXPECT_EQ(parsed.header_length, expected.header_length);
    EXPECT_EQ(parsed.total_length, expected.total_length);
    EXPECT_EQ(parsed.identification, expected.identification);
    EXPECT_EQ(parsed.time_to_live, expected.time_to_live);
    EXPECT_EQ(parsed.protocol, expected.protocol);
    EXPECT_EQ(parsed.source, expected.source);
    EXPECT_EQ(parsed.destination, expected.destination);
    EXPECT_EQ(parsed.source_port, expected.source_port);
    EXPECT_EQ(parsed.destination_port, expected.destination_port);
}

/// Arbitrary bytes, including headers with options.
TEST(WireWords, ParseAsTheFlatPacketDoes) {
    RandomGenerator generator{4};
    for (int i = 0; i < 1000; ++i) {
        Bytes bytes;
        for (std::size_t at = 0; at < 80; ++at) {
            bytes[at] = static_cast<std::uint8_t>(generator.next());
        }
        cpp_flat::Packet packet;
        std::copy_n(bytes.begin(), 80, packet.bytes());
        packet.parse();
        const Parsed parsed = parse(bytes.data());
        expect_equal(parsed.fields(), packet.fields());
        EXPECT_EQ(parsed.payload, parsed.header_length);
        EXPECT_EQ(parsed.payload_length,
                  static_cast<std::uint16_t>(parsed.total_length - parsed.header_length));
    }
}

}  // namespace
}  // namespace allocpool::cpp_limit
