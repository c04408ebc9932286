/// Every set of steps, every case, both generators, several counts: the digest is the
/// model's, as is cpp-flat's (../../tests/digest_test.cpp).

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "all_steps.hpp"
#include "limit_analyser.hpp"
#include "model.hpp"
#include "run_analyser.hpp"
#include "values.hpp"

namespace allocpool::cpp_limit {
namespace {

constexpr std::array<GeneratorKind, 2> generators{GeneratorKind::counter,
                                                  GeneratorKind::random};

void expect_equal(const LimitAnalyser& analyser, const model::Result& expected) {
    EXPECT_EQ(analyser.processed(), expected.processed);
    EXPECT_EQ(analyser.tcp_count(), expected.tcp);
    EXPECT_EQ(analyser.digest(), expected.digest);
}

class LimitDigestOfCase : public testing::TestWithParam<Case> {};

TEST_P(LimitDigestOfCase, AgreesWithTheModelAtEveryCount) {
    const Sizes sizes = sizes_of(GetParam(), 100);
    const std::vector<std::uint64_t> counts{
        0, 1, sizes.queue - 1, sizes.queue, sizes.queue + 1, 6000, 100'000};
    for (const GeneratorKind generator : generators) {
        std::vector<model::Result> expected;
        for (const std::uint64_t count : counts) {
            expected.push_back(
                model::run(sizes.stored, generator == GeneratorKind::random, count));
        }
        for (const Steps& steps : all_steps()) {
            SCOPED_TRACE(steps.text());
            const auto analyser = make_analyser(steps, hundredth(GetParam(), generator));
            std::uint64_t done = 0;
            for (std::size_t i = 0; i < counts.size(); ++i) {
                analyser->run(counts[i] - std::exchange(done, counts[i]));
                expect_equal(*analyser, expected[i]);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AllCases, LimitDigestOfCase,
                         testing::Values(Case::a, Case::b, Case::c));

TEST(LimitDigest, IsThatOfTheFlatAnalyser) {
    const Settings settings = hundredth(Case::b, GeneratorKind::random);
    const auto analyser = make_analyser({}, settings);
    analyser->run(50'000);
    expect_equal(*analyser,
                 run_pool<cpp_flat::Packet, RandomGenerator>(settings.sizes(), 50'000));
}

TEST(LimitDigest, DoesNotDependOnThePrefetchDistance) {
    const model::Result expected = model::run(100, true, 20'000);
    for (std::size_t distance = 1; distance <= Steps::most_prefetch_distance;
         ++distance) {
        Steps steps;
        steps.prefetch_distance = distance;
        const auto analyser =
            make_analyser(steps, hundredth(Case::a, GeneratorKind::random));
        analyser->run(20'000);
        expect_equal(*analyser, expected);
    }
}

/// Real-time mode asks for a few packets at a time, in varying numbers.
TEST(LimitDigest, DoesNotDependOnHowTheRunIsCut) {
    const auto analyser = make_analyser({}, hundredth(Case::a, GeneratorKind::counter));
    std::uint64_t done = 0;
    for (std::uint64_t part = 0; done < 10'000; part = (part + 7) % 64) {
        const std::uint64_t packets = std::min(part, 10'000 - done);
        analyser->run(packets);
        done += packets;
    }
    expect_equal(*analyser, model::run(100, false, 10'000));
}

TEST(LimitDigest, TakingItChangesNothing) {
    const auto analyser = make_analyser({}, hundredth(Case::a, GeneratorKind::counter));
    analyser->run(3000);
    EXPECT_EQ(analyser->digest(), analyser->digest());
    analyser->run(2000);
    expect_equal(*analyser, model::run(100, false, 5000));
}

TEST(LimitAnalyser, RefusesStrategiesThatAllocate) {
    for (const StrategyKind strategy : {StrategyKind::alloc, StrategyKind::mix}) {
        EXPECT_THROW(
            make_analyser({}, hundredth(Case::a, GeneratorKind::counter, strategy)),
            BadInput);
    }
}

}  // namespace
}  // namespace allocpool::cpp_limit
