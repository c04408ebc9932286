#pragma once

#include <algorithm>
#include <array>
#include <boost/lockfree/spsc_queue.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

#include "queues/ring_layout.hpp"

namespace allocpool::queue_bench {

/// boost::lockfree::spsc_queue, with the interface of our family. It can move many
/// numbers at a time, from and to an array, so each end has one.
class BoostQueue {
  public:
    class Producer {
      public:
        explicit Producer(BoostQueue& queue) : queue_{queue.queue_} {}

        std::uint64_t push(std::uint32_t first, std::uint64_t count) noexcept {
            if (count == 1) {
                return queue_.push(first) ? 1 : 0;
            }
            std::uint64_t appended = 0;
            while (appended < count) {
                const auto part = static_cast<std::size_t>(
                    std::min<std::uint64_t>(count - appended, numbers_.size()));
                for (std::size_t i = 0; i < part; ++i) {
                    numbers_[i] = first + static_cast<std::uint32_t>(appended + i);
                }
                const std::size_t pushed = queue_.push(numbers_.data(), part);
                appended += pushed;
                if (pushed < part) {
                    break;
                }
            }
            return appended;
        }

        bool publish() const noexcept { return true; }

      private:
        boost::lockfree::spsc_queue<std::uint32_t>& queue_;
        std::array<std::uint32_t, 1024> numbers_{};
    };

    class Consumer {
      public:
        explicit Consumer(BoostQueue& queue) : queue_{queue.queue_} {}

        std::span<const std::uint32_t> poll() noexcept {
            return {numbers_.data(), queue_.pop(numbers_.data(), numbers_.size())};
        }

        void release() const noexcept {}

      private:
        boost::lockfree::spsc_queue<std::uint32_t>& queue_;
        std::array<std::uint32_t, 1024> numbers_{};
    };

    explicit BoostQueue(std::int64_t capacity)
        : capacity_{RingLayout::checked(capacity)}, queue_{capacity_} {}

    std::uint32_t capacity() const noexcept { return capacity_; }
    Producer& producer() noexcept { return producer_; }
    Consumer& consumer() noexcept { return consumer_; }

  private:
    std::uint32_t capacity_;
    boost::lockfree::spsc_queue<std::uint32_t> queue_;
    alignas(RingLayout::line_bytes) Producer producer_{*this};
    alignas(RingLayout::line_bytes) Consumer consumer_{*this};
};

}  // namespace allocpool::queue_bench
