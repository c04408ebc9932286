#include "spinning_thread.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <thread>

namespace allocpool {
namespace {

/// Counts its iterations, without an atomic: only a join makes reading them correct.
struct Counter {
    std::uint64_t turns = 0;
    bool ended = false;
    SpinningThread thread;  // last, because it uses the others

    void start() {
        thread.start([this] {
            do {
                ++turns;
            } while (!thread.stopping());
            ended = true;
        });
    }
};

TEST(SpinningThread, SpinsUntilItIsStopped) {
    Counter counter;
    counter.start();
    EXPECT_FALSE(counter.thread.stopping());
    counter.thread.stop();
    EXPECT_TRUE(counter.thread.stopping());
    EXPECT_TRUE(counter.ended);
    EXPECT_GE(counter.turns, 1U);
    counter.thread.stop();  // harmless
}

TEST(SpinningThread, HasEndedForWhoeverStopsIt) {
    for (int round = 0; round < 50; ++round) {
        Counter counter;
        counter.start();
        std::thread other{[&] {
            counter.thread.stop();
            EXPECT_TRUE(counter.ended);
        }};
        counter.thread.stop();
        EXPECT_TRUE(counter.ended);
        other.join();
    }
}

TEST(SpinningThread, IsStoppedByItsDestructor) {
    bool ended = false;
    std::optional<SpinningThread> thread{std::in_place};
    thread->start([&ended, &thread = *thread] {
        while (!thread.stopping()) {
        }
        ended = true;
    });
    thread.reset();
    EXPECT_TRUE(ended);
}

TEST(SpinningThread, NeedNotHaveBeenStarted) {
    SpinningThread thread;
    thread.stop();
    EXPECT_TRUE(thread.stopping());
}

}  // namespace
}  // namespace allocpool
