/// Both drivers, on analysers that do nothing or are too slow.

#include "realtime.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

#include "batch.hpp"
#include "recording_reporter.hpp"
#include "tick_account.hpp"

namespace allocpool {
namespace {

using namespace std::chrono_literals;

/// Takes a fixed time for a packet.
struct Idle {
    void step() {
        if (pause > 0ns) {
            std::this_thread::sleep_for(pause);
        }
        ++steps;
    }
    std::uint64_t processed() const { return steps; }

    std::chrono::nanoseconds pause{0};
    std::uint64_t steps = 0;
};

Settings scaled() {
    Settings settings;
    settings.scale = 100;
    return settings;
}

TEST(Batch, RunsWarmupThenMeasuredRounds) {
    Settings settings = scaled();
    settings.packets = 250;  // two chunks and a half
    settings.warmup_rounds = 2;
    settings.rounds = 3;
    Idle analyser;
    RecordingReporter reporter;
    EXPECT_EQ(run_batch(analyser, settings, reporter), 5 * 250U);
    EXPECT_EQ(analyser.steps, 5 * 250U);
    ASSERT_EQ(reporter.rounds.size(), 5U);
    for (std::uint64_t i = 0; i < 5; ++i) {
        EXPECT_EQ(reporter.rounds[i].index, i);
        EXPECT_EQ(reporter.rounds[i].warmup, i < 2);
        EXPECT_EQ(reporter.rounds[i].packets, 250U);
    }
}

TEST(Batch, SettlesWithMoreWarmupRounds) {
    Settings settings = scaled();
    settings.packets = 100;
    settings.warmup_rounds = 1;
    settings.rounds = 1;
    settings.settle = 350;
    Idle analyser;
    RecordingReporter reporter;
    run_batch(analyser, settings, reporter);
    ASSERT_EQ(reporter.rounds.size(), 5U);
    EXPECT_TRUE(reporter.rounds[3].warmup);
    EXPECT_FALSE(reporter.rounds[4].warmup);
}

TEST(Batch, ALimitEndsARoundAfterAChunk) {
    Idle slow;
    slow.pause = 100us;
    const Round round = run_round(slow, 1'000'000, 10, 1ms);
    EXPECT_GE(round.packets, 10U);
    EXPECT_LT(round.packets, 1000U);
    EXPECT_EQ(round.packets % 10, 0U);
    EXPECT_GE(round.elapsed_ns, 1'000'000U);
}

TEST(TickAccount, CountsGapsAcrossTheWrap) {
    TickAccount account;
    for (const std::uint32_t sequence : {0U, 1U, 5U}) {
        account.receive(sequence);
    }
    EXPECT_EQ(account.sent(), 6U);
    EXPECT_EQ(account.received(), 3U);
    EXPECT_EQ(account.lost(), 3U);

    account.begin_window();
    account.receive(std::numeric_limits<std::uint32_t>::max());
    const std::uint64_t far = account.sent();
    EXPECT_EQ(far, std::uint64_t{std::numeric_limits<std::uint32_t>::max()} - 5);
    account.receive(2);
    EXPECT_EQ(account.sent(), far + 3);
    EXPECT_EQ(account.lost(), far + 3 - 2);
}

TEST(RealTime, HandlesAPacketPerTick) {
    Settings settings = scaled();
    settings.intervals_ns = {1000, 50'000};
    settings.seconds = 0.05;
    settings.warmup_seconds = 0.02;
    settings.settle = 1234;
    Idle analyser;
    RecordingReporter reporter;
    const std::uint64_t packets = run_realtime(analyser, settings, reporter);
    EXPECT_EQ(analyser.steps, packets);
    ASSERT_EQ(reporter.probes.size(), 2U);
    EXPECT_EQ(reporter.probes[0].interval_ns, 1000U);
    EXPECT_EQ(reporter.probes[0].capacity, 100'000U);
    EXPECT_EQ(reporter.probes[1].capacity, 2000U);
    for (const Probe& probe : reporter.probes) {
        EXPECT_GT(probe.received, 0U);
        EXPECT_EQ(probe.sent, probe.received + probe.lost());
        EXPECT_GE(probe.seconds, 0.05);
        EXPECT_GT(probe.longest_stall_ns, 0U);
    }
    EXPECT_GE(packets, 1234 + reporter.probes[0].received + reporter.probes[1].received);
}

TEST(RealTime, TooSlowAConsumerLosesPacketsAndStillEndsInTime) {
    Settings settings = scaled();
    settings.intervals_ns = {100};
    settings.seconds = 0.3;
    settings.warmup_seconds = 0.1;
    Idle analyser;
    analyser.pause = 1us;  // in truth some 50, and 100 ns are given
    RecordingReporter reporter;
    run_realtime(analyser, settings, reporter);
    ASSERT_EQ(reporter.probes.size(), 1U);
    EXPECT_LT(reporter.probes[0].received, 300'000U);
    EXPECT_LT(reporter.probes[0].seconds, 10);
}

TEST(RealTime, ReportsProgressByPacketsReceived) {
    Settings settings = scaled();
    settings.intervals_ns = {1000};
    settings.seconds = 0.1;
    settings.warmup_seconds = 0.1;
    Idle analyser;
    RecordingReporter reporter;
    run_realtime(analyser, settings, reporter);
    std::uint64_t measured = 0, lost = 0;
    for (const Progress& progress : reporter.progresses) {
        EXPECT_GE(progress.since_start_s, progress.since_last_s);
        measured += progress.warmup ? 0U : 1U;
        lost += progress.warmup ? 0U : progress.lost;
    }
    EXPECT_EQ(measured, reporter.probes.at(0).received / settings.progress_packets());
    EXPECT_LE(lost, reporter.probes.at(0).lost());
}

}  // namespace
}  // namespace allocpool
