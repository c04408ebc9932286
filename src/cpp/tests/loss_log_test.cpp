#include "loss_log.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace allocpool {
namespace {

TEST(LossLog, KeepsEachLossWithItsMoment) {
    LossLog log;
    log.add(10, 3);
    log.add(25, 4);
    EXPECT_EQ(log.total(), 7U);
    const std::vector<Loss> losses = log.take();
    ASSERT_EQ(losses.size(), 2U);
    EXPECT_EQ(losses[1].since_begin_ns, 25U);
    EXPECT_EQ(losses[1].lost, 4U);
    EXPECT_EQ(log.total(), 0U);
}

TEST(LossLog, AddsToTheLastEntryWhenItIsFull) {
    LossLog log;
    for (std::uint64_t moment = 0; moment < LossLog::most_entries; ++moment) {
        log.add(moment, 1);
    }
    log.add(5000, 10);
    log.add(6000, 20);
    EXPECT_EQ(log.total(), LossLog::most_entries + 30);
    const std::vector<Loss> losses = log.take();
    ASSERT_EQ(losses.size(), LossLog::most_entries);
    EXPECT_EQ(losses.back().since_begin_ns, LossLog::most_entries - 1);
    EXPECT_EQ(losses.back().lost, 31U);
}

TEST(LossLog, CanBeginAnew) {
    LossLog log;
    log.add(10, 3);
    log.clear();
    EXPECT_EQ(log.total(), 0U);
    EXPECT_TRUE(log.take().empty());
}

}  // namespace
}  // namespace allocpool
