/// Both drivers, with analysers that do nothing or are too slow.

#include "realtime.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include "batch.hpp"
#include "idle.hpp"
#include "input_pipe.hpp"
#include "recording_reporter.hpp"
#include "tick_account.hpp"
#include "values.hpp"

namespace allocpool {
namespace {

using namespace std::chrono_literals;

constexpr int no_input = -1;  // no descriptor

std::vector<Interval> every_ns(const std::vector<std::uint64_t>& nanoseconds) {
    std::vector<Interval> intervals;
    for (const std::uint64_t each : nanoseconds) {
        intervals.push_back({each * Interval::per_nanosecond});
    }
    return intervals;
}

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
    EXPECT_EQ(run_batch(analyser, settings, reporter, -1), 5 * 250U);
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
    run_batch(analyser, settings, reporter, -1);
    ASSERT_EQ(reporter.rounds.size(), 5U);
    EXPECT_TRUE(reporter.rounds[3].warmup);
    EXPECT_FALSE(reporter.rounds[4].warmup);
}

TEST(Batch, RunsTheRoundsThatItIsAskedForAfterItHasSettled) {
    Settings settings = scaled();
    settings.packets = 100;
    settings.warmup_rounds = 1;
    settings.settle = 200;
    settings.rounds_on_input = true;
    InputPipe input;
    input.write("30 0\n50 0\n");
    input.close();
    Idle analyser;
    RecordingReporter reporter;
    EXPECT_EQ(run_batch(analyser, settings, reporter, input.reading_end()), 280U);
    ASSERT_EQ(reporter.rounds.size(), 4U);
    EXPECT_TRUE(reporter.rounds[1].warmup);
    EXPECT_EQ(reporter.rounds[2].packets, 30U);
    EXPECT_FALSE(reporter.rounds[3].warmup);
    EXPECT_EQ(reporter.rounds[3].packets, 50U);
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
    TickAccount account{0};
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

TEST(TickAccount, CountsFromTheFirstTick) {
    for (const std::uint32_t first :
         {1U << 31U, std::numeric_limits<std::uint32_t>::max(), 0U}) {
        TickAccount account{first};
        account.receive(first);
        EXPECT_EQ(account.lost(), 0U);
        account.receive(first + 3);
        EXPECT_EQ(account.sent(), 4U);
        EXPECT_EQ(account.lost(), 2U);
    }
}

TEST(RealTime, HandlesAPacketPerTick) {
    Settings settings = scaled();
    settings.intervals = every_ns({1000, 50'000});
    settings.seconds = 0.05;
    settings.warmup_seconds = 0.02;
    settings.settle = 1234;
    Idle analyser;
    RecordingReporter reporter;
    const std::uint64_t packets = run_realtime(analyser, settings, reporter, no_input);
    EXPECT_EQ(analyser.steps, packets);
    ASSERT_EQ(reporter.probes.size(), 2U);
    EXPECT_EQ(reporter.probes[0].interval.text(), "1000");
    EXPECT_EQ(reporter.probes[0].capacity, 100'000U);
    EXPECT_EQ(reporter.probes[1].capacity, 2000U);
    for (const Probe& probe : reporter.probes) {
        EXPECT_GT(probe.received, 0U);
        EXPECT_EQ(probe.sent, probe.received + probe.lost());
        EXPECT_TRUE(lasted(probe, 0.05)) << probe.seconds;
        EXPECT_GT(probe.longest_stall_ns, 0U);
    }
    EXPECT_GE(packets, 1234 + reporter.probes[0].received + reporter.probes[1].received);
}

TEST(RealTime, TooSlowAConsumerLosesPacketsAndStillEndsInTime) {
    Settings settings = scaled();
    settings.intervals = every_ns({100});
    settings.seconds = 0.3;
    settings.warmup_seconds = 0.1;
    Idle analyser;
    analyser.pause = 1us;  // in truth some 50, and 100 ns are given
    RecordingReporter reporter;
    run_realtime(analyser, settings, reporter, no_input);
    ASSERT_EQ(reporter.probes.size(), 1U);
    EXPECT_LT(reporter.probes[0].received, 300'000U);
    EXPECT_LT(reporter.probes[0].seconds, 10);
}

TEST(RealTime, ReportsProgressByPacketsReceived) {
    Settings settings = scaled();
    settings.intervals = every_ns({1000});
    settings.seconds = 0.1;
    settings.warmup_seconds = 0.1;
    Idle analyser;
    RecordingReporter reporter;
    run_realtime(analyser, settings, reporter, no_input);
    std::uint64_t measured = 0, lost = 0;
    for (const Progress& progress : reporter.progresses) {
        EXPECT_GE(progress.since_start_s, progress.since_last_s);
        measured += progress.warmup ? 0U : 1U;
        lost += progress.warmup ? 0U : progress.lost;
    }
    EXPECT_EQ(measured, reporter.probes.at(0).received / settings.progress_packets());
    EXPECT_LE(lost, reporter.probes.at(0).lost());
}

TEST(RealTime, GoesByTheCounterWithoutAThread) {
    Settings settings = scaled();
    settings.intervals = {{12'500}, {1'000'000}};
    settings.seconds = 0.02;
    settings.warmup_seconds = 0.01;
    settings.clock = ClockKind::counter;
    Idle analyser;
    RecordingReporter reporter;
    run_realtime(analyser, settings, reporter, no_input);
    ASSERT_EQ(reporter.probes.size(), 2U);
    EXPECT_EQ(reporter.probes[0].capacity, 8'000'000U);
    for (const Probe& probe : reporter.probes) {
        EXPECT_GT(probe.received, 0U);
        EXPECT_EQ(probe.longest_stall_ns, 0U);
    }
}

TEST(RealTime, NumbersMayBeginNearTheirEnd) {
    for (const ClockKind clock : {ClockKind::thread, ClockKind::counter}) {
        for (const std::uint32_t first :
             {(1U << 31U) - 1, std::numeric_limits<std::uint32_t>::max()}) {
            Settings settings = scaled();
            settings.intervals = every_ns({1000});
            settings.seconds = 0.05;
            settings.warmup_seconds = 0;
            settings.clock = clock;
            settings.first_tick = first;
            Probe probe{};
            // On a busy machine the clock's thread may not run in a whole window.
            for (int tries = 0; tries < 100 && probe.received < 2; ++tries) {
                Idle analyser;
                RecordingReporter reporter;
                run_realtime(analyser, settings, reporter, no_input);
                probe = reporter.probes.at(0);
            }
            EXPECT_GT(probe.received, 1U) << "past the wrap";
            EXPECT_LT(probe.sent, 1U << 31U);
        }
    }
}

TEST(RealTime, ServiceComesFirstAndCountsItsPackets) {
    for (const ClockKind clock : {ClockKind::thread, ClockKind::counter}) {
        Settings settings = scaled();
        settings.intervals = every_ns({1000});
        settings.seconds = 0.001;
        settings.warmup_seconds = 0.001;
        settings.service_seconds = 0.002;
        settings.clock = clock;
        settings.settle = 500;
        Idle analyser;
        RecordingReporter reporter;
        const std::uint64_t packets =
            run_realtime(analyser, settings, reporter, no_input);
        EXPECT_EQ(packets, analyser.steps);
        ASSERT_EQ(reporter.services.size(), 1U);
        EXPECT_GT(packets, 500 + reporter.services[0].packets) << "a warm-up as well";
        EXPECT_EQ(reporter.probes.size(), 1U);
    }
}

TEST(RealTime, TakesItsProbesFromTheInput) {
    Settings settings = scaled();
    settings.probes_on_input = true;
    InputPipe input;
    input.write("1000 0.01 0\n2000.5 0.02 0.001 until-loss\n");
    input.close();
    Idle analyser;
    RecordingReporter reporter;
    EXPECT_EQ(run_realtime(analyser, settings, reporter, input.reading_end()),
              analyser.steps);
    ASSERT_EQ(reporter.probes.size(), 2U);
    EXPECT_EQ(reporter.probes[0].interval.text(), "1000");
    EXPECT_EQ(reporter.probes[1].interval.text(), "2000.5");
    EXPECT_TRUE(lasted(reporter.probes[0], 0.01));
}

TEST(RealTime, ABadLineOfInputEndsItAfterTheProbesBefore) {
    Settings settings = scaled();
    settings.probes_on_input = true;
    InputPipe input;
    input.write("1000 0.001 0\nfaster\n1000 0.001 0\n");
    Idle analyser;
    RecordingReporter reporter;
    EXPECT_THROW(run_realtime(analyser, settings, reporter, input.reading_end()),
                 BadInput);
    EXPECT_EQ(reporter.probes.size(), 1U);
}

}  // namespace
}  // namespace allocpool
