#include "service.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <thread>

#include "idle.hpp"

namespace allocpool {
namespace {

using namespace std::chrono_literals;

TEST(Service, SlicesLeaveNothingOut) {
    Idle analyser;
    const Service service = ServiceRun{analyser, 0.005}.run();
    EXPECT_EQ(service.packets, analyser.steps);
    EXPECT_GE(service.elapsed_ns, 5'000'000U - 1);
    std::uint64_t packets = 0, ns = 0;
    for (const Slice& slice : service.slices) {
        EXPECT_GE(slice.ns, ServiceRun<Idle>::shortest_slice_ns - 1) << "rounded";
        EXPECT_GT(slice.packets, 0U);
        EXPECT_EQ(slice.packets % ServiceRun<Idle>::packets_per_look, 0U);
        packets += slice.packets;
        ns += slice.ns;
    }
    EXPECT_EQ(packets, service.packets);
    EXPECT_EQ(ns, service.elapsed_ns);
}

TEST(Service, EndsWithTheSliceThatReachesItsTime) {
    Idle analyser;
    const Service service = ServiceRun{analyser, 0.005}.run();
    EXPECT_LT(service.elapsed_ns - service.slices.back().ns, 5'000'000U);
}

TEST(Service, HasOneSliceAtLeast) {
    Idle analyser;
    EXPECT_EQ((ServiceRun{analyser, 1e-9}.run().slices.size()), 1U);
}

struct Pausing : Idle {
    void run(std::uint64_t packets) {
        Idle::run(packets);
        std::this_thread::sleep_for(steps == packets ? 20ms : 0ms);
    }
};

TEST(Service, ALongPauseIsALongSlice) {
    Pausing analyser;
    const Service service = ServiceRun<Pausing>{analyser, 0.01}.run();
    ASSERT_EQ(service.slices.size(), 1U);
    EXPECT_GE(service.slices[0].ns, 19'900'000U) << "the clocks differ a little";
    EXPECT_EQ(service.packets, 64U) << "the time is read so often";
}

TEST(Service, TheLongestTimeDoesNotTakeAllMemory) {
    Idle analyser;
    EXPECT_NO_THROW((ServiceRun{analyser, 1e6}));
}

}  // namespace
}  // namespace allocpool
