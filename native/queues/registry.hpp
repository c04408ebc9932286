#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "clock_queue_layout.hpp"
#include "counter.hpp"
#include "queues/running_queue.hpp"

namespace allocpool {

/// All running queues by handle. Callers never get a pointer: a handle is looked up, so
/// stopping a queue twice, or calling one that was stopped, is harmless. Thread-safe.
///
/// Everything but `take` holds a mutex. For `take`, which is called for each tick, that
/// would cost more than everything else. Instead, each slot has a flag: the thread that
/// sets it has the slot's queue to itself for a moment. That costs one atomic exchange.
class Registry {
  public:
    static constexpr std::size_t most_queues = 64;

    /// @param keeper keeps the queue's memory alive as long as the queue
    /// @return a handle above 0
    /// @throws std::runtime_error if there are too many queues
    std::int64_t add(std::unique_ptr<RunningQueue> queue, std::shared_ptr<void> keeper) {
        const std::lock_guard guard{mutex_};
        for (std::size_t i = 0; i < most_queues; ++i) {
            if (slots_[i].handle == 0) {
                const Busy busy{slots_[i]};
                slots_[i].queue = std::move(queue);
                slots_[i].keeper = std::move(keeper);
                slots_[i].handle = static_cast<std::int64_t>(++added_ * most_queues + i);
                return slots_[i].handle;
            }
        }
        throw std::runtime_error("no more than " + std::to_string(most_queues) +
                                 " queues can run at once");
    }

    /// Stops a queue, then releases its memory's keeper. When this returns, the queue's
    /// thread has ended, even if another thread calls this at the same time.
    void stop(std::int64_t handle) noexcept {
        std::unique_ptr<RunningQueue> queue;
        std::shared_ptr<void> keeper;  // released after the queue, outside the mutex
        {
            const std::lock_guard guard{mutex_};
            Slot& slot = slot_of(handle);
            if (handle <= 0 || slot.handle != handle) {
                return;
            }
            slot.queue->stop();
            const Busy busy{slot};
            slot.handle = 0;
            queue = std::move(slot.queue);
            keeper = std::move(slot.keeper);
        }
        queue.reset();
    }

    void stop_all() noexcept {
        for (Slot& slot : slots_) {
            stop(handle_in(slot));
        }
    }

    /// @throws std::runtime_error if there is no such queue
    std::chrono::nanoseconds longest_stall(std::int64_t handle, bool reset) {
        const std::lock_guard guard{mutex_};
        Slot& slot = slot_of(handle);
        if (handle <= 0 || slot.handle != handle) {
            throw std::runtime_error(not_running);
        }
        return slot.queue->longest_stall(reset);
    }

    // --8<-- [start:take-by-handle]
    /// Takes all waiting numbers that fit. Threads must take turns.
    /// @return how many
    /// @throws std::runtime_error if there is no such queue
    std::size_t take(std::int64_t handle, std::span<std::uint32_t> target) {
        Slot& slot = slot_of(handle);
        const Busy busy{slot};
        if (handle <= 0 || slot.handle != handle) {
            throw std::runtime_error(not_running);
        }
        return slot.queue->take(target);
    }
    // --8<-- [end:take-by-handle]

  private:
    static constexpr const char* not_running = "the queue has been stopped";

    /// The handle is written under the mutex and the flag, so either is enough to read
    /// it.
    struct alignas(ClockQueueLayout::line_bytes) Slot {
        std::atomic<bool> busy{false};
        std::int64_t handle = 0;  // 0: the slot is free
        std::unique_ptr<RunningQueue> queue;
        std::shared_ptr<void> keeper;
    };

    /// Exclusive use of a slot; waits no longer than another thread's `take`.
    class Busy {
      public:
        explicit Busy(Slot& slot) noexcept : slot_{slot} {
            // Acquire: we see what the slot's previous owner did.
            while (slot_.busy.exchange(true, std::memory_order_acquire)) {
                counter::relax();
            }
        }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;

        // Release: the next one sees what we did.
        ~Busy() { slot_.busy.store(false, std::memory_order_release); }

      private:
        Slot& slot_;
    };

    Slot& slot_of(std::int64_t handle) noexcept {
        return slots_[static_cast<std::uint64_t>(handle) % most_queues];
    }

    std::int64_t handle_in(const Slot& slot) {
        const std::lock_guard guard{mutex_};
        return slot.handle;
    }

    std::mutex mutex_;
    std::uint64_t added_ = 0;
    std::array<Slot, most_queues> slots_;
};

/// The process's queues. Never destroyed, on purpose: a daemon thread may still be here
/// while the process exits. A clock that runs until then is harmless, because its memory
/// lives as long.
inline Registry& registry() {
    static Registry* const instance = new Registry;
    return *instance;
}

}  // namespace allocpool
