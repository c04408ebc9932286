#include "service.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <thread>

#include "counter_ticks.hpp"
#include "endless_ticks.hpp"
#include "idle.hpp"
#include "scripted_ticks.hpp"
#include "tick_feed.hpp"

namespace allocpool {
namespace {

using namespace std::chrono_literals;

Settings lasting(double seconds, double warmup_seconds = 0) {
    Settings settings;
    settings.service_seconds = seconds;
    settings.warmup_seconds = warmup_seconds;
    return settings;
}

template <class Analyser>
Service served(Analyser& analyser, double seconds) {
    EndlessTicks ticks;
    return ServiceRun{analyser, ticks, lasting(seconds)}.run();
}

using IdleRun = ServiceRun<Idle, EndlessTicks>;

TEST(Service, SlicesLeaveNothingOut) {
    Idle analyser;
    const Service service = served(analyser, 0.005);
    EXPECT_EQ(service.packets, analyser.steps);
    EXPECT_GE(service.elapsed_ns, 5'000'000U - 1);
    std::uint64_t packets = 0, ns = 0;
    for (const Slice& slice : service.slices) {
        EXPECT_GE(slice.ns, IdleRun::shortest_slice_ns - 1) << "rounded";
        EXPECT_GT(slice.packets, 0U);
        EXPECT_EQ(slice.packets % IdleRun::packets_per_look, 0U);
        packets += slice.packets;
        ns += slice.ns;
    }
    EXPECT_EQ(packets, service.packets);
    EXPECT_EQ(ns, service.elapsed_ns);
}

TEST(Service, EndsWithTheSliceThatReachesItsTime) {
    Idle analyser;
    const Service service = served(analyser, 0.005);
    EXPECT_LT(service.elapsed_ns - service.slices.back().ns, 5'000'000U);
}

TEST(Service, HasOneSliceAtLeast) {
    Idle analyser;
    EXPECT_EQ(served(analyser, 1e-9).slices.size(), 1U);
}

TEST(Service, TheWarmupCountsNowhereButAmongThePackets) {
    Idle analyser;
    EndlessTicks ticks;
    ServiceRun run{analyser, ticks, lasting(0.002, 0.004)};
    const Service service = run.run();
    EXPECT_EQ(run.packets(), analyser.steps);
    EXPECT_LT(service.packets, run.packets());
    EXPECT_LT(service.elapsed_ns - service.slices.back().ns, 2'000'000U);
}

TEST(Service, TakesATickForEachPacketWhateverTheBatches) {
    Idle analyser;
    EndlessTicks ticks{.batch = 7};
    const Service service = ServiceRun{analyser, ticks, lasting(0.001)}.run();
    EXPECT_EQ(service.packets, analyser.steps);
    EXPECT_EQ(ticks.next, (analyser.steps + 6) / 7 * 7);
    EXPECT_EQ(ticks.released, analyser.steps / 7) << "a batch that is begun is kept";
}

TEST(Service, WaitsForAClockThatIsLate) {
    Idle analyser;
    CounterTicks<> ticks{Clock::system(), 10, 1'000'000, 0};
    const Service service = ServiceRun{analyser, ticks, lasting(0.001)}.run();
    EXPECT_EQ(service.packets, analyser.steps);
    EXPECT_GE(service.elapsed_ns, 63'000U) << "a look is 64 packets, each after 1000 ns";
}

struct Pausing : Idle {
    void run(std::uint64_t packets) {
        Idle::run(packets);
        std::this_thread::sleep_for(steps == packets ? 20ms : 0ms);
    }
};

TEST(Service, ALongPauseIsALongSlice) {
    Pausing analyser;
    const Service service = served(analyser, 0.01);
    ASSERT_EQ(service.slices.size(), 1U);
    EXPECT_GE(service.slices[0].ns, 19'900'000U) << "the clocks differ a little";
    EXPECT_EQ(service.packets, 64U) << "the time is read so often";
}

TEST(Service, TheLongestTimeDoesNotTakeAllMemory) {
    Idle analyser;
    EndlessTicks ticks;
    EXPECT_NO_THROW((ServiceRun{analyser, ticks, lasting(1e6)}));
}

TEST(TickFeed, TakesNoMoreThanIsWantedAndNoMoreThanThereIs) {
    Idle analyser;
    ScriptedTicks ticks;
    ticks.batches = {{0, 10}, {12, 1}};
    TickFeed feed{analyser, ticks, 0};
    EXPECT_EQ(feed.take(8), 8U);
    EXPECT_FALSE(feed.is_between_batches());
    EXPECT_EQ(ticks.released, 0U) << "two of its ticks are still to be read";
    EXPECT_EQ(feed.take(8), 2U) << "the next batch is not begun";
    EXPECT_TRUE(feed.is_between_batches());
    EXPECT_EQ(ticks.released, 1U);
    EXPECT_EQ(feed.take(8), 1U);
    EXPECT_EQ(feed.take(8), 0U) << "none are due";
    EXPECT_EQ(feed.packets(), 11U);
    EXPECT_EQ(feed.account().sent(), 13U);
    EXPECT_EQ(feed.account().lost(), 2U);
}

}  // namespace
}  // namespace allocpool
