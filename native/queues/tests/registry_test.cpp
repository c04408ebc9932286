#include "queues/registry.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace allocpool {
namespace {

using Events = std::vector<std::string>;

/// A queue without a thread; it logs its stop and its end.
class FakeQueue : public RunningQueue {
  public:
    explicit FakeQueue(Events& events) : events_{events} {}
    ~FakeQueue() override { events_.push_back("destroyed"); }

    void stop() noexcept override { events_.push_back("stopped"); }

    std::chrono::nanoseconds longest_stall(bool reset) noexcept override {
        return std::chrono::nanoseconds{reset ? 1 : 2};
    }

    std::size_t take(std::span<std::uint32_t> target) noexcept override {
        for (std::uint32_t& number : target) {
            number = next_++;
        }
        return target.size();
    }

  private:
    Events& events_;
    std::uint32_t next_ = 0;
};

class RegistryTest : public testing::Test {
  protected:
    std::int64_t add() {
        // Any object can be a keeper; this one logs its end.
        std::shared_ptr<void> keeper{&events_,
                                     [&](void*) { events_.push_back("let go"); }};
        return registry_.add(std::make_unique<FakeQueue>(events_), std::move(keeper));
    }

    Events events_;
    Registry registry_;
    std::array<std::uint32_t, 3> target_{};
};

TEST_F(RegistryTest, LooksQueuesUpByHandle) {
    const std::int64_t first = add();
    const std::int64_t second = add();
    EXPECT_GT(first, 0);
    EXPECT_NE(first, second);
    EXPECT_EQ(registry_.take(first, target_), 3U);
    EXPECT_EQ(registry_.take(first, target_), 3U);
    EXPECT_EQ(target_[2], 5U);
    EXPECT_EQ(registry_.take(second, target_), 3U);
    EXPECT_EQ(target_[2], 2U);
    EXPECT_EQ(registry_.longest_stall(first, true).count(), 1);
    registry_.stop_all();
}

TEST_F(RegistryTest, LetsGoOfTheMemoryLast) {
    const std::int64_t handle = add();
    EXPECT_TRUE(events_.empty());
    registry_.stop(handle);
    const Events once{"stopped", "destroyed", "let go"};
    EXPECT_EQ(events_, once);
    registry_.stop(handle);
    EXPECT_EQ(events_, once);
}

TEST_F(RegistryTest, KnowsNoHandlesButThoseOfRunningQueues) {
    const std::int64_t stopped = add();
    registry_.stop(stopped);
    const std::int64_t running = add();
    EXPECT_NE(stopped, running) << "in the same place, but another queue";
    for (const std::int64_t unknown :
         {stopped, std::int64_t{0}, std::int64_t{-1}, running + 1, -running,
          std::numeric_limits<std::int64_t>::min(),
          std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_THROW(registry_.take(unknown, target_), std::runtime_error) << unknown;
        EXPECT_THROW(registry_.longest_stall(unknown, false), std::runtime_error);
        registry_.stop(unknown);
    }
    EXPECT_EQ(registry_.take(running, target_), 3U);
    registry_.stop_all();
}

TEST_F(RegistryTest, RefusesOneQueueTooManyAndHasRoomAgain) {
    std::vector<std::int64_t> handles;
    for (std::size_t i = 0; i < Registry::most_queues; ++i) {
        handles.push_back(add());
    }
    try {
        add();
        FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "no more than 64 queues can run at once");
    }
    registry_.stop(handles[17]);
    EXPECT_GT(add(), handles.back());
    registry_.stop_all();
}

}  // namespace
}  // namespace allocpool
