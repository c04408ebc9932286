/// The real sizes, a gigabyte at a time; so the program runs alone.

#include <gtest/gtest.h>

#include <cstdint>

#include "model.hpp"
#include "run_analyser.hpp"
#include "sizes.hpp"

namespace allocpool {
namespace {

constexpr std::uint64_t packets = 2'000'000;

void expect_digest(const model::Result& result, std::uint64_t tcp, std::uint64_t digest) {
    EXPECT_EQ(result.tcp, tcp);
    EXPECT_EQ(result.digest, digest);
}

// The expected values come from the independent program in digest_test.cpp.
TEST(Unscaled, CaseAPool) {
    const auto result =
        run_pool<cpp::Packet, CounterGenerator>(sizes_of(Case::a, 1), packets);
    expect_digest(result, 124'375, 0x1b41ce34512f6e41);
}

TEST(Unscaled, CaseBMix) {
    const auto result =
        run_mix<cpp_flat::Packet, RandomGenerator>(sizes_of(Case::b, 1), packets);
    expect_digest(result, 118'313, 0xc065e94e5bbad19f);
}

TEST(Unscaled, CaseCAlloc) {
    const auto result =
        run_alloc<cpp::Packet, RandomGenerator>(sizes_of(Case::c, 1), packets);
    expect_digest(result, 93'627, 0x23a27f363aaeae9c);
}

TEST(Unscaled, CaseCFlatPool) {
    const auto result =
        run_pool<cpp_flat::Packet, CounterGenerator>(sizes_of(Case::c, 1), packets);
    expect_digest(result, 94'063, 0xb5d0500151b30a85);
}

TEST(Unscaled, CaseCMixAgreesWithTheModel) {
    const Sizes sizes = sizes_of(Case::c, 1);
    const auto result = run_mix<cpp::Packet, RandomGenerator>(sizes, packets);
    const auto expected = model::run(sizes.stored, true, packets);
    expect_digest(result, expected.tcp, expected.digest);
}

}  // namespace
}  // namespace allocpool
