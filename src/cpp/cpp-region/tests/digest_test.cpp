/// Both generators, all cases, several counts: the model's digest. And the cost of
/// getting there, counted by an `operator new` of our own.

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "counting_new.hpp"
#include "generator.hpp"
#include "model.hpp"
#include "region_analyser.hpp"
#include "sizes.hpp"

namespace allocpool::cpp_region {
namespace {

template <class Generator>
void expect_equal(RegionAnalyser<Generator>& analyser, const model::Result& expected) {
    EXPECT_EQ(analyser.processed(), expected.processed);
    EXPECT_EQ(analyser.tcp_count(), expected.tcp);
    EXPECT_EQ(analyser.digest(), expected.digest);
}

template <class Generator>
void expect_model_at_every_count(Case which, bool random) {
    const Sizes sizes = sizes_of(which, 100);
    RegionAnalyser<Generator> analyser{sizes};
    std::uint64_t done = 0;
    for (const std::uint64_t count :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{sizes.queue - 1},
          std::uint64_t{sizes.queue}, std::uint64_t{sizes.queue + 1},
          std::uint64_t{sizes.queue + batch_packets}, std::uint64_t{6000},
          std::uint64_t{100'000}}) {
        SCOPED_TRACE(count);
        analyser.run(count - std::exchange(done, count));
        expect_equal(analyser, model::run(sizes.stored, random, count));
    }
}

class RegionDigestOfCase : public testing::TestWithParam<Case> {};

TEST_P(RegionDigestOfCase, AgreesWithTheModelAtEveryCount) {
    expect_model_at_every_count<CounterGenerator>(GetParam(), false);
    expect_model_at_every_count<RandomGenerator>(GetParam(), true);
}

INSTANTIATE_TEST_SUITE_P(AllCases, RegionDigestOfCase,
                         testing::Values(Case::a, Case::b, Case::c));

/// With batches that end in the middle of the queue, and with one that holds all of it.
TEST(RegionDigest, DoesNotDependOnHowManyBatchesTheQueueHas) {
    for (const std::size_t in_use :
         {std::size_t{1}, batch_packets - 1, batch_packets, batch_packets + 1,
          2 * batch_packets - 1, 2 * batch_packets + 1}) {
        SCOPED_TRACE(in_use);
        RegionAnalyser<RandomGenerator> analyser{{0, 0, in_use, in_use}};
        analyser.run(10 * batch_packets);
        expect_equal(analyser, model::run(in_use, true, 10 * batch_packets));
    }
}

TEST(RegionAllocations, AreOneForEachPacketThatIsKept) {
    const Sizes sizes = sizes_of(Case::a, 100);
    const Counts before = counts_so_far();
    {
        RegionAnalyser<CounterGenerator> analyser{sizes};
        analyser.run(sizes.queue + 16 * sizes.stored);
        const std::uint64_t tcp = analyser.tcp_count();
        const Counts full = counts_so_far();
        analyser.run(16'000);
        EXPECT_EQ(analyser.tcp_count() - tcp, 1000U);
        EXPECT_EQ(counts_so_far().allocated - full.allocated, 1000U);
        EXPECT_EQ(counts_so_far().deallocated - full.deallocated, 1000U);
    }
    const Counts after = counts_so_far();
    EXPECT_EQ(after.allocated - before.allocated, after.deallocated - before.deallocated);
}

}  // namespace
}  // namespace allocpool::cpp_region
