/// The analysers' allocations, counted by an `operator new` of our own.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "analyser.hpp"
#include "counting_new.hpp"
#include "cpp-flat/packet.hpp"
#include "cpp/packet.hpp"
#include "endless_ticks.hpp"
#include "generator.hpp"
#include "idle.hpp"
#include "realtime.hpp"
#include "recording_reporter.hpp"
#include "scripted_ticks.hpp"
#include "service.hpp"
#include "sizes.hpp"
#include "strategies.hpp"

namespace allocpool {
namespace {

constexpr std::uint64_t steps = 20'000;

/// Counts the allocations of `steps` steps after the analyser has settled.
template <class Packet, class Strategy, class... Arguments>
Counts count_steps(Arguments... arguments) {
    const Sizes sizes = sizes_of(Case::a, 100);
    Analyser<Packet, Strategy, CounterGenerator> analyser{sizes, arguments...};
    for (std::uint64_t i = 0; i < sizes.queue + 16 * sizes.stored; ++i) {
        analyser.step();
    }
    const Counts before = counts_so_far();
    for (std::uint64_t i = 0; i < steps; ++i) {
        analyser.step();
    }
    const Counts after = counts_so_far();
    return {after.allocated - before.allocated, after.deallocated - before.deallocated};
}

constexpr std::size_t pool = 10'000;

TEST(Allocations, FlatPoolAllocatesNothingAtAll) {
    const Counts counts = count_steps<cpp_flat::Packet, Pool<cpp_flat::Packet>>(pool);
    EXPECT_EQ(counts.allocated, 0U);
    EXPECT_EQ(counts.deallocated, 0U);
}

TEST(Allocations, FlatDummyAllocatesNothingAtAll) {
    const Counts counts = count_steps<cpp_flat::Packet, Dummy<cpp_flat::Packet>>();
    EXPECT_EQ(counts.allocated, 0U);
    EXPECT_EQ(counts.deallocated, 0U);
}

TEST(Allocations, FlatAllocMakesOnePacketEach) {
    const Counts counts = count_steps<cpp_flat::Packet, Alloc<cpp_flat::Packet>>();
    EXPECT_EQ(counts.allocated, steps);
    EXPECT_EQ(counts.deallocated, steps);
}

TEST(Allocations, CppPoolAllocatesFourObjectsEach) {
    const Counts counts = count_steps<cpp::Packet, Pool<cpp::Packet>>(pool);
    EXPECT_EQ(counts.allocated, 4 * steps);
    EXPECT_EQ(counts.deallocated, 4 * steps);
}

TEST(Allocations, CppAllocMakesFiveObjectsEach) {
    const Counts counts = count_steps<cpp::Packet, Alloc<cpp::Packet>>();
    EXPECT_EQ(counts.allocated, 5 * steps);
    EXPECT_EQ(counts.deallocated, 5 * steps);
}

TEST(Allocations, AnalysersGiveBackAllThatTheyTook) {
    const Counts before = counts_so_far();
    count_steps<cpp::Packet, Alloc<cpp::Packet>>();
    count_steps<cpp::Packet, Pool<cpp::Packet>>(std::size_t{50});
    count_steps<cpp::Packet, Pool<cpp::Packet>>(pool);
    count_steps<cpp_flat::Packet, Pool<cpp_flat::Packet>>(std::size_t{50});
    const Counts after = counts_so_far();
    EXPECT_EQ(after.allocated - before.allocated, after.deallocated - before.deallocated);
}

/// Counts a probe's allocations, with `gaps` gaps in its window.
std::uint64_t allocations_with_gaps(std::uint32_t gaps) {
    ScriptedTicks ticks;
    for (std::uint32_t gap = 0; gap < gaps; ++gap) {
        ticks.batches.push_back({2 * gap + 1, 1});
    }
    Idle analyser;
    Settings settings;
    RecordingReporter reporter;
    const Counts before = counts_so_far();
    IntervalRun run{analyser, ticks, {{1'000'000}, 0.01, 0, false}, settings, reporter};
    EXPECT_EQ(run.run()->losses.empty(), gaps == 0);
    return counts_so_far().allocated - before.allocated;
}

TEST(Allocations, NotingLossesAllocatesNothing) {
    EXPECT_EQ(allocations_with_gaps(3000), allocations_with_gaps(0));
}

TEST(Allocations, NotingSlicesAllocatesNothing) {
    Idle analyser;
    EndlessTicks ticks;
    Settings settings;
    settings.service_seconds = 0.01;
    ServiceRun run{analyser, ticks, settings};
    const Counts before = counts_so_far();
    EXPECT_GT(run.run().slices.size(), 0U);
    EXPECT_EQ(counts_so_far().allocated, before.allocated);
}

}  // namespace
}  // namespace allocpool
