#include "walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "generator.hpp"

namespace allocpool::limits {
namespace {

/// A model with lists: what an analyser does with its packets' numbers.
template <class Generator>
class Lists {
  public:
    explicit Lists(std::size_t length) : length_{length}, store_(length) {}

    /// @return the slots visited in that many steps
    std::vector<std::uint32_t> step(std::uint64_t count) {
        std::vector<std::uint32_t> walk;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint32_t filled = take();
            if (filled != parsed_) {
                walk.push_back(filled);
            }
            queue_.push_back({filled, (source_.next() & 15U) == 0});
            if (queue_.size() > length_) {
                const Waiting oldest = queue_.front();
                queue_.pop_front();
                walk.push_back(parsed_ = oldest.slot);
                give_back(oldest);
            }
        }
        return walk;
    }

  private:
    struct Waiting {
        std::uint32_t slot;
        bool is_tcp;
    };

    std::uint32_t take() {
        if (free_.empty()) {
            return fresh_++;
        }
        const std::uint32_t slot = free_.back();
        free_.pop_back();
        return slot;
    }

    void give_back(const Waiting& packet) {
        std::optional<std::uint32_t> unused = packet.slot;
        if (packet.is_tcp) {
            std::swap(unused, store_[(store_source_.next() << 1U >> 1U) % length_]);
        }
        if (unused) {
            free_.push_back(*unused);
        }
    }

    std::size_t length_;
    std::deque<Waiting> queue_;
    std::vector<std::optional<std::uint32_t>> store_;
    std::vector<std::uint32_t> free_;
    std::uint32_t fresh_ = 0;
    std::uint32_t parsed_ = 0xFFFF'FFFF;
    Generator source_ = Generator::for_source();
    Generator store_source_ = Generator::for_store();
};

constexpr Sizes hundred{1000, 10, 100, 100};
constexpr std::uint64_t period = 3200;

TEST(Walk, IsTheAnalysers) {
    Lists<CounterGenerator> counting{100};
    counting.step(2 * period);
    const Walk by_counter = follow_analyser(hundred, GeneratorKind::counter);
    EXPECT_EQ(by_counter.packets, period);
    EXPECT_EQ(by_counter.slots, counting.step(period));

    Lists<RandomGenerator> random{100};
    random.step(2 * period);
    const Walk at_random = follow_analyser(hundred, GeneratorKind::random);
    EXPECT_EQ(at_random.packets, period);
    EXPECT_EQ(at_random.slots, random.step(period));
}

/// The share of steps that lead to a neighbour.
double share_in_order(const std::vector<std::uint32_t>& walk) {
    std::size_t neighbours = 0;
    for (std::size_t i = 1; i < walk.size(); ++i) {
        neighbours += walk[i] == walk[i - 1] + 1 || walk[i] + 1 == walk[i - 1] ? 1U : 0U;
    }
    return static_cast<double>(neighbours) / static_cast<double>(walk.size());
}

TEST(Walk, OfTheCounterIsInOrderAtTimesAndInNoneAtOthersOverAndOver) {
    Lists<CounterGenerator> lists{1000};
    lists.step(64'000);
    for (int round = 0; round < 3; ++round) {
        EXPECT_GT(share_in_order(lists.step(1000)), 0.8);
        lists.step(15'000);
        EXPECT_LT(share_in_order(lists.step(1000)), 0.1);
        lists.step(15'000);
    }
}

TEST(Walk, ComesToEachPacketAndToEachSixteenthOnceMore) {
    const Walk walk = follow_analyser(hundred, GeneratorKind::counter);
    EXPECT_EQ(walk.slots.size(), period + period / 16);
    EXPECT_EQ(*std::max_element(walk.slots.begin(), walk.slots.end()), 200U);
}

}  // namespace
}  // namespace allocpool::limits
