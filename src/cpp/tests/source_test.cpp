#include "source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "generator.hpp"

namespace allocpool {
namespace {

using Header = std::array<std::uint8_t, 24>;

template <class Generator>
Header nth_header(int n) {
    Source<Generator> source;
    std::array<std::uint8_t, buffer_bytes> buffer;
    buffer.fill(0xEE);
    for (int i = 0; i <= n; ++i) {
        source.fill(buffer.data());
    }
    EXPECT_EQ(buffer[24], 0xEE) << "24 bytes and no more";
    Header header;
    std::copy_n(buffer.begin(), header.size(), header.begin());
    return header;
}

TEST(Source, WritesTheHeaderOfACounter) {
    EXPECT_EQ(nth_header<CounterGenerator>(0),
              (Header{0x45, 0, 4, 0, 0,   0,   0x40, 0, 64, 6, 0, 0,  //
                      10,   0, 0, 0, 192, 168, 0,    0, 0,  0, 0, 0}));
    EXPECT_EQ(nth_header<CounterGenerator>(0x1234),
              (Header{0x45, 0, 4, 0,    0x12, 0x34, 0x40, 0, 64, 17, 0, 0,  //
                      10,   0, 1, 0x23, 192,  168,  0,    0, 0,  0,  0, 0x12}));
}

TEST(Source, WritesTheHeaderOfARandomNumber) {
    ASSERT_EQ(RandomGenerator{1}.next(), 0x910A2DEC89025CC1U);
    EXPECT_EQ(nth_header<RandomGenerator>(0),
              (Header{0x45, 0,    4,    0,    0x5C, 0xC1, 0x40, 0,    64, 17, 0, 0,  //
                      10,   0x90, 0x25, 0xCC, 192,  168,  0xDE, 0xC8,                //
                      0x10, 0xA2, 0x02, 0x5C}));
}

}  // namespace
}  // namespace allocpool
