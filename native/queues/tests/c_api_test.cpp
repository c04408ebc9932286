/// The library as another language sees it: only the C functions and the memory.

#include "queues/c_api.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;

constexpr std::int64_t microsecond = 1'000'000;  // in picoseconds
constexpr std::array kinds{ALLOCPOOL_QUEUE_ALIGNED_RING,    ALLOCPOOL_QUEUE_CACHED_RING,
                           ALLOCPOOL_QUEUE_DUAL_ARRAY_2018, ALLOCPOOL_QUEUE_DUAL_ARRAY,
                           ALLOCPOOL_QUEUE_BATCH_RING,      ALLOCPOOL_QUEUE_RUN_RING};

/// A block for a queue, and the words in it, as c_api.h describes them.
class Block {
  public:
    Block(std::int32_t kind, std::int64_t capacity)
        : kind_{kind},
          capacity_{capacity},
          words_(static_cast<std::size_t>(allocpool_queue_bytes(kind, capacity)) / 8 + 1,
                 ~std::uint64_t{0}) {}

    void* data() { return words_.data(); }
    std::int64_t bytes() const { return static_cast<std::int64_t>(words_.size() * 8); }

    std::int64_t offset(std::int32_t which) const {
        return allocpool_queue_offset(kind_, which, capacity_);
    }

    template <class Word>
    Word& at(std::int64_t byte) {
        return *reinterpret_cast<Word*>(static_cast<char*>(data()) + byte);
    }

    /// A word shared by both sides.
    std::atomic<std::uint32_t>& shared(std::int64_t byte) {
        return at<std::atomic<std::uint32_t>>(byte);
    }

    std::int64_t start(std::int64_t interval_ps, std::int32_t ticks_per_beat = 1,
                       std::uint32_t first = 0) {
        return allocpool_queue_start(kind_, data(), bytes(), capacity_, interval_ps,
                                     ticks_per_beat, first);
    }

  private:
    std::int32_t kind_;
    std::int64_t capacity_;
    std::vector<std::uint64_t> words_;
};

/// Readers of the memory that use only what c_api.h says. Each returns the next number,
/// or -1.
class RingWords {
  public:
    explicit RingWords(Block& block) : block_{block} {}

    std::int64_t take() {
        const std::uint32_t tail =
            block_.shared(block_.offset(1)).load(std::memory_order_acquire);
        if (tail == head_) {
            return -1;
        }
        const auto slot = static_cast<std::int64_t>(
            head_ & static_cast<std::uint32_t>(block_.offset(3)));
        const std::int64_t number = block_.at<std::uint32_t>(block_.offset(2) + 4 * slot);
        ++head_;
        block_.shared(block_.offset(0)).store(head_, std::memory_order_release);
        return number;
    }

  private:
    Block& block_;
    std::uint32_t head_ = 0;
};

class DualArrayWords {
  public:
    explicit DualArrayWords(Block& block) : block_{block} {}

    std::int64_t take() {
        if (limit_ == 0) {
            limit_ = block_.shared(block_.offset(0)).load(std::memory_order_acquire);
            if (limit_ == 0) {
                return -1;
            }
        }
        const std::int64_t number =
            block_.at<std::uint32_t>(block_.offset(1 + array_) + 4 * position_);
        if (++position_ == limit_) {
            block_.shared(block_.offset(0)).store(0, std::memory_order_release);
            array_ ^= 1;
            position_ = 0;
            limit_ = 0;
        }
        return number;
    }

  private:
    Block& block_;
    std::int32_t array_ = 0;
    std::int64_t position_ = 0;
    std::int64_t limit_ = 0;
};

class RunWords {
  public:
    explicit RunWords(Block& block) : block_{block} {}

    std::int64_t take() {
        if (end_of_run() == next_) {
            const std::uint32_t opened =
                block_.shared(block_.offset(1)).load(std::memory_order_acquire);
            if (opened == run_) {
                return -1;
            }
            if (end_of_run() == next_) {
                ++run_;
                next_ = block_.at<std::uint32_t>(entry());
            }
        }
        const std::int64_t number = next_++;
        block_.at<std::atomic<std::uint64_t>>(block_.offset(0))
            .store(++taken_, std::memory_order_release);
        return number;
    }

  private:
    std::int64_t entry() const {
        return block_.offset(2) + block_.offset(3) * (run_ & block_.offset(4));
    }

    std::uint32_t end_of_run() const {
        return block_.shared(entry() + block_.offset(5)).load(std::memory_order_acquire);
    }

    Block& block_;
    std::uint32_t run_ = 0;
    std::uint32_t next_ = 0;
    std::uint64_t taken_ = 0;
};

/// Checks that ticks arrive in order, across the wrap of their numbers, and with gaps
/// where we pause.
template <class Take>
void take_ticks(std::uint32_t first, Take take) {
    std::uint32_t expected = first;
    for (int received = 0; received < 3000;) {
        const std::int64_t number = take();
        if (number < 0) {
            ASSERT_EQ(number, ALLOCPOOL_QUEUE_EMPTY) << allocpool_queue_error();
            std::this_thread::yield();
            continue;
        }
        ASSERT_LE(number, std::numeric_limits<std::uint32_t>::max());
        const auto tick = static_cast<std::uint32_t>(number);
        ASSERT_LT(tick - expected, 1U << 31U) << "a step back";
        expected = tick + 1;
        if (++received % 1000 == 0) {
            std::this_thread::sleep_for(2ms);
        }
    }
    EXPECT_GE(expected - first, 3000U);
}

template <class Words>
void read_the_memory(std::int32_t kind) {
    for (const std::uint32_t first : {0U, 0U - 500}) {
        Block block{kind, 100};
        const std::int64_t handle = block.start(microsecond, 3, first);
        ASSERT_GT(handle, 0) << allocpool_queue_error();
        Words words{block};
        take_ticks(first, [&] { return words.take(); });
        allocpool_queue_stop(handle);
    }
}

TEST(CApi, RingsCanBeReadInTheirMemory) {
    read_the_memory<RingWords>(ALLOCPOOL_QUEUE_ALIGNED_RING);
    read_the_memory<RingWords>(ALLOCPOOL_QUEUE_CACHED_RING);
    read_the_memory<RingWords>(ALLOCPOOL_QUEUE_BATCH_RING);
}

TEST(CApi, DualArraysCanBeReadInTheirMemory) {
    read_the_memory<DualArrayWords>(ALLOCPOOL_QUEUE_DUAL_ARRAY);
    read_the_memory<DualArrayWords>(ALLOCPOOL_QUEUE_DUAL_ARRAY_2018);
}

TEST(CApi, RunsCanBeReadInTheirMemory) {
    read_the_memory<RunWords>(ALLOCPOOL_QUEUE_RUN_RING);
}

TEST(CApi, NumbersCanBeTakenByCalls) {
    for (const std::int32_t kind : kinds) {
        SCOPED_TRACE(kind);
        Block block{kind, 100};
        const std::int64_t handle = block.start(microsecond, 1, 0U - 500);
        ASSERT_GT(handle, 0) << allocpool_queue_error();
        take_ticks(0U - 500, [&] { return allocpool_queue_take(handle); });
        EXPECT_GT(allocpool_queue_longest_stall_nanos(handle, 1), 0);
        allocpool_queue_stop(handle);
        allocpool_queue_stop(handle);  // harmless
        EXPECT_EQ(allocpool_queue_take(handle), ALLOCPOOL_QUEUE_FAILED);
        EXPECT_STREQ(allocpool_queue_error(), "the queue has been stopped");
    }
}

TEST(CApi, ManyNumbersCanBeTakenByOneCall) {
    for (const std::int32_t kind : kinds) {
        SCOPED_TRACE(kind);
        Block block{kind, 1000};
        const std::int64_t handle = block.start(microsecond);
        std::array<std::uint32_t, 70> target{};
        std::uint32_t expected = 0;
        for (std::size_t received = 0; received < 5000;) {
            const std::int64_t count = allocpool_queue_drain(handle, target.data(), 70);
            ASSERT_GE(count, 0) << allocpool_queue_error();
            ASSERT_LE(count, 70);
            for (std::int64_t i = 0; i < count; ++i) {
                const std::uint32_t number = target[static_cast<std::size_t>(i)];
                ASSERT_LT(number - expected, 1U << 31U) << "a step back";
                expected = number + 1;
            }
            received += static_cast<std::size_t>(count);
            std::this_thread::sleep_for(20us);
        }
        EXPECT_EQ(allocpool_queue_drain(handle, nullptr, 0), 0);
        allocpool_queue_stop(handle);
    }
}

TEST(CApi, NobodyTouchesTheMemoryOfAStoppedQueue) {
    for (const std::int32_t kind : kinds) {
        Block block{kind, 100};
        const std::int64_t handle = block.start(microsecond);
        std::this_thread::sleep_for(1ms);
        allocpool_queue_stop(handle);
        std::vector<char> before(static_cast<std::size_t>(block.bytes()));
        std::memcpy(before.data(), block.data(), before.size());
        std::this_thread::sleep_for(1ms);
        EXPECT_EQ(std::memcmp(before.data(), block.data(), before.size()), 0);
    }
}

TEST(CApi, QueuesAreStoppedWhileTheyAreBeingRead) {
    for (int round = 0; round < 12; ++round) {
        Block block{kinds[static_cast<std::size_t>(round) % kinds.size()], 1000};
        const std::int64_t handle = block.start(10'000);
        std::thread reader{[&] {
            while (allocpool_queue_take(handle) != ALLOCPOOL_QUEUE_FAILED) {
            }
        }};
        std::thread stopper{[&] { allocpool_queue_stop(handle); }};
        std::this_thread::sleep_for(std::chrono::microseconds{50 * round});
        allocpool_queue_stop(handle);
        reader.join();
        stopper.join();
    }
}

TEST(CApi, BadArgumentsAreErrorsWithOneLine) {
    constexpr std::int64_t bad = ALLOCPOOL_QUEUE_BAD_ARGUMENT;
    const auto says = [](const std::string& part) {
        const std::string text = allocpool_queue_error();
        EXPECT_NE(text.find(part), std::string::npos) << text;
        EXPECT_EQ(text.find('\n'), std::string::npos);
    };
    for (const std::int32_t kind : kinds) {
        SCOPED_TRACE(kind);
        Block block{kind, 10};
        EXPECT_EQ(block.start(999), bad);
        says("1000 ps");
        EXPECT_EQ(block.start(microsecond, 0), bad);
        says("from 1 to 1000");
        EXPECT_EQ(allocpool_queue_start(kind, block.data(), block.bytes() / 2, 10,
                                        microsecond, 1, 0),
                  bad);
        says("bytes of memory");
        EXPECT_EQ(allocpool_queue_start(kind, block.data(), -1, 10, microsecond, 1, 0),
                  bad);
        EXPECT_EQ(allocpool_queue_start(kind, nullptr, 1 << 20, 10, microsecond, 1, 0),
                  bad);
        EXPECT_EQ(allocpool_queue_start(kind, static_cast<char*>(block.data()) + 1,
                                        block.bytes(), 10, microsecond, 1, 0),
                  bad);
        says("aligned");
        for (const std::int64_t capacity :
             {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 32,
              std::numeric_limits<std::int64_t>::max()}) {
            EXPECT_EQ(allocpool_queue_bytes(kind, capacity), bad);
            EXPECT_EQ(allocpool_queue_offset(kind, 0, capacity), bad);
            says("capacity");
        }
        EXPECT_EQ(allocpool_queue_offset(kind, -1, 10), bad);
        EXPECT_EQ(allocpool_queue_offset(kind, 6, 10), bad);
        says("not 6");
    }
    for (const std::int32_t kind : {-1, 6}) {
        EXPECT_EQ(allocpool_queue_bytes(kind, 10), bad);
        says("from 0 to 5");
    }
    for (const std::int64_t handle :
         {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min(),
          std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_EQ(allocpool_queue_take(handle), ALLOCPOOL_QUEUE_FAILED);
        EXPECT_EQ(allocpool_queue_longest_stall_nanos(handle, 0), ALLOCPOOL_QUEUE_FAILED);
        allocpool_queue_stop(handle);
    }
    EXPECT_EQ(allocpool_queue_drain(1, nullptr, 1), bad);
    EXPECT_EQ(allocpool_queue_echo(-42), -42);
}

}  // namespace
