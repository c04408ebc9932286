#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "queues/ring_layout.hpp"

namespace allocpool {

/// The starting point: a ring guarded by a mutex, and a condition variable for a consumer
/// that has nothing to do.
///
/// Orderings: the mutex's. Unlocking it releases what its owner did, and locking acquires
/// it.
///
/// Progress: blocking. The producer doesn't wait for room, but it does wait for a
/// consumer that holds the mutex, even if the system has descheduled it. And waking a
/// sleeping consumer costs the producer a system call. The other queues avoid both.
class MutexQueue {
  public:
    /// @throws std::invalid_argument unless the capacity is from 1 to
    ///         `RingLayout::max_capacity`
    explicit MutexQueue(std::int64_t capacity) : slots_(RingLayout::checked(capacity)) {}

    MutexQueue(const MutexQueue&) = delete;
    MutexQueue& operator=(const MutexQueue&) = delete;

    std::uint32_t capacity() const noexcept {
        return static_cast<std::uint32_t>(slots_.size());
    }
    MutexQueue& producer() noexcept { return *this; }
    MutexQueue& consumer() noexcept { return *this; }

    // --8<-- [start:mutex]
    /// For the producer.
    bool offer(std::uint32_t number) noexcept {
        {
            const std::lock_guard guard{mutex_};
            if (size_ == slots_.size()) {
                return false;
            }
            slots_[tail_] = number;
            tail_ = after(tail_);
            ++size_;
        }
        not_empty_.notify_one();  // unlocked: the woken thread won't block on the mutex
        return true;
    }

    /// For the consumer.
    bool take(std::uint32_t& number) noexcept {
        const std::lock_guard guard{mutex_};
        if (size_ == 0) {
            return false;
        }
        number = slots_[head_];
        head_ = after(head_);
        --size_;
        return true;
    }
    // --8<-- [end:mutex]

    /// For the consumer: sleeps until there is something to take, but no longer than
    /// `patience`.
    /// @return true if there is something
    bool wait(std::chrono::nanoseconds patience) {
        std::unique_lock guard{mutex_};
        return not_empty_.wait_for(guard, patience, [this] { return size_ != 0; });
    }

  private:
    std::size_t after(std::size_t index) const noexcept {
        return index + 1 == slots_.size() ? 0 : index + 1;
    }

    std::mutex mutex_;
    std::condition_variable not_empty_;
    std::vector<std::uint32_t> slots_;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
    std::size_t size_ = 0;
};

}  // namespace allocpool
