/// One probe, on ticks that the test specifies.

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "idle.hpp"
#include "probe_requests.hpp"
#include "realtime.hpp"
#include "recording_reporter.hpp"
#include "scripted_ticks.hpp"
#include "settings.hpp"

namespace allocpool {
namespace {

constexpr Interval microsecond{1'000'000};
constexpr double hours = 36'000;  // no test waits for that
constexpr double ample = 0.25;    // to read a few batches, even on a busy machine

Probe probe(ScriptedTicks& ticks, const ProbeRequest& request,
            std::uint32_t first_tick = 0) {
    Idle analyser;
    Settings settings;
    settings.first_tick = first_tick;
    RecordingReporter reporter;
    IntervalRun run{analyser, ticks, request, settings, reporter};
    const std::optional<Probe> result = run.run();
    EXPECT_EQ(run.packets(), analyser.steps);
    EXPECT_EQ(ticks.released, ticks.next) << "each batch that was read is given back";
    return result.value();
}

TEST(IntervalRun, CountsLossesExactlyAcrossTheWraps) {
    for (const std::uint32_t middle : {1U << 31U, 0U}) {  // 0: of 2^32
        const std::uint32_t first = middle - 1000;
        ScriptedTicks ticks;
        ticks.batches = {{first, 700}, {first + 900, 300}, {first + 1207, 1}};
        const Probe result = probe(ticks, {microsecond, ample, 0, false}, first);
        EXPECT_EQ(result.sent, 1208U);
        EXPECT_EQ(result.received, 1001U);
        ASSERT_EQ(result.losses.size(), 2U);
        EXPECT_EQ(result.losses[0].lost, 200U);
        EXPECT_EQ(result.losses[1].lost, 7U);
        EXPECT_LE(result.losses[0].since_begin_ns, result.losses[1].since_begin_ns);
        EXPECT_LE(result.losses[1].since_begin_ns, result.seconds * 1e9);
        EXPECT_FALSE(result.stopped_early);
    }
}

TEST(IntervalRun, SeesALossOfTheWrapItself) {
    for (const std::uint32_t middle : {1U << 31U, 0U}) {
        ScriptedTicks ticks;
        ticks.batches = {{middle - 10, 5}, {middle + 5, 5}};
        const Probe result = probe(ticks, {microsecond, ample, 0, false}, middle - 10);
        EXPECT_EQ(result.sent, 20U);
        EXPECT_EQ(result.lost(), 10U);
    }
}

TEST(IntervalRun, MissesTheFirstTicksToo) {
    ScriptedTicks ticks;
    ticks.batches = {{5, 1}};
    const Probe result = probe(ticks, {microsecond, ample, 0, false});
    EXPECT_EQ(result.sent, 6U);
    ASSERT_EQ(result.losses.size(), 1U);
    EXPECT_EQ(result.losses[0].lost, 5U);
}

TEST(IntervalRun, UntilLossEndsWithTheFirstOne) {
    ScriptedTicks ticks;
    ticks.batches = {{0, 10}, {10, 300}, {320, 20}, {500, 20}};
    const Probe result = probe(ticks, {microsecond, hours, 0, true});
    EXPECT_TRUE(result.stopped_early);
    EXPECT_EQ(result.sent, 340U);
    EXPECT_EQ(result.received, 330U);
    ASSERT_EQ(result.losses.size(), 1U);
    EXPECT_EQ(result.losses[0].lost, 10U);
    EXPECT_EQ(ticks.next, 3U) << "the fourth batch is not read";
}

TEST(IntervalRun, UntilLossWithoutALossTakesItsTime) {
    ScriptedTicks ticks;
    ticks.batches = {{0, 10}};
    const Probe result = probe(ticks, {microsecond, 0.01, 0, true});
    EXPECT_FALSE(result.stopped_early);
    EXPECT_TRUE(lasted(result, 0.01)) << result.seconds;
    EXPECT_TRUE(result.losses.empty());
}

TEST(IntervalRun, WhatTheWarmupLostCountsNowhere) {
    ScriptedTicks ticks;
    // At least three batches pass before the window; here it's these, because the warm-up
    // reads all that it finds in its time.
    ticks.batches = {{100, 10}, {200, 10}, {300, 10}};
    for (std::uint32_t batch = 0; batch < 500'000; ++batch) {
        ticks.batches.push_back({310 + batch, 1});
    }
    const Probe result = probe(ticks, {microsecond, 0.001, 0.001, true});
    EXPECT_FALSE(result.stopped_early);
    EXPECT_EQ(result.lost(), 0U);
    EXPECT_TRUE(result.losses.empty());
    EXPECT_GT(result.received, 0U);
}

}  // namespace
}  // namespace allocpool
