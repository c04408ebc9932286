#pragma once

/// A queue of clock ticks for one producer and one consumer. The producer never waits:
/// ticks that don't fit are dropped.
///
/// There are two arrays. At any moment one belongs to the producer, which appends
/// sequence numbers to it, and one to the consumer. A single shared word, the `limit`,
/// says which side may use which:
///
/// - `limit == 0`: the consumer has read everything. As soon as the producer has at least
///   one number, it stores their count there; that hands its array over and gives it the
///   other one.
/// - `limit == n`: the consumer may read n numbers. When it has done so it stores 0,
///   which hands that array back.
///
/// Both stores are *release* and both loads *acquire*. The producer's release makes the
/// numbers visible before their count; the consumer's makes its last read happen before
/// the producer's next write into that array. Each side touches only the array that it
/// has, so the word changes hands once per array, not once per tick.
///
/// Progress: both sides are wait-free.
///
/// Wrong uses: two threads on one side; a consumer that goes on after a restart (it must
/// start again with array 0, as the producer does); freeing the memory before the
/// producer has stopped for good.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>

#include "clock_queue_layout.hpp"

namespace allocpool {

/// A queue's words in a block of memory owned by the caller.
class ClockQueueMemory {
  public:
    using Limit = std::atomic<std::uint32_t>;
    static_assert(sizeof(Limit) == sizeof(std::uint32_t) && Limit::is_always_lock_free,
                  "Java reads and writes this word as a plain 32-bit int");

    /// Starts an empty queue in the block. Nobody else may be using the block.
    /// @param block aligned to 4 bytes; outlives every use of the queue
    /// @param block_bytes at least `ClockQueueLayout::bytes(capacity)`
    /// @throws std::invalid_argument naming what does not fit
    ClockQueueMemory(void* block, std::size_t block_bytes, std::int64_t capacity)
        : capacity_{ClockQueueLayout::checked(capacity)} {
        const std::size_t needed = ClockQueueLayout::bytes(capacity_);
        if (block == nullptr || block_bytes < needed) {
            throw std::invalid_argument(
                "a clock queue of " + std::to_string(capacity_) + " ticks needs " +
                std::to_string(needed) + " bytes of memory, not " +
                std::to_string(block == nullptr ? 0 : block_bytes));
        }
        if (reinterpret_cast<std::uintptr_t>(block) % alignof(Limit) != 0) {
            throw std::invalid_argument("a clock queue's memory must be aligned to " +
                                        std::to_string(alignof(Limit)) + " bytes");
        }
        auto* bytes = static_cast<std::byte*>(block);
        limit_ = new (bytes + ClockQueueLayout::limit_offset) Limit{0};
        for (unsigned which = 0; which < 2; ++which) {
            arrays_[which] = reinterpret_cast<std::uint32_t*>(
                bytes + ClockQueueLayout::array_offset(which, capacity_));
        }
    }

    Limit& limit() const noexcept { return *limit_; }
    std::uint32_t* array(unsigned which) const noexcept { return arrays_[which]; }
    std::uint32_t capacity() const noexcept { return capacity_; }

  private:
    Limit* limit_;
    std::array<std::uint32_t*, 2> arrays_;
    std::uint32_t capacity_;
};

/// The writing end. One thread at a time; wait-free.
class ClockProducer {
  public:
    explicit ClockProducer(const ClockQueueMemory& memory) noexcept : memory_{memory} {}

    // --8<-- [start:producer-push]
    /// Appends `count` consecutive numbers from `first` on (modulo 2^32), and hands its
    /// array over whenever the consumer is ready. If the array is full while the consumer
    /// still has the other one, the remaining, newest numbers are dropped.
    /// @return how many were appended
    std::uint64_t push(std::uint32_t first, std::uint64_t count) noexcept {
        std::uint64_t appended = 0;
        while (appended < count) {
            if (size_ == memory_.capacity() && !publish()) {
                break;
            }
            const auto part = static_cast<std::uint32_t>(std::min<std::uint64_t>(
                {memory_.capacity() - size_, count - appended, longest_part}));
            std::uint32_t* target = memory_.array(current_) + size_;
            for (std::uint32_t i = 0; i < part; ++i) {
                target[i] = first + static_cast<std::uint32_t>(appended) + i;
            }
            size_ += part;
            appended += part;
            publish();
        }
        return appended;
    }
    // --8<-- [end:producer-push]

    // --8<-- [start:producer-publish]
    /// Hands the array over if the consumer has finished with the other one. The clock
    /// also calls this between ticks; otherwise a burst's last numbers would wait for the
    /// next tick.
    /// @return true if the producer's array is now empty
    bool publish() noexcept {
        if (size_ == 0) {
            return true;
        }
        // Acquire: the consumer has read the other array before we write to it.
        if (memory_.limit().load(std::memory_order_acquire) != 0) {
            return false;
        }
        // Release: the numbers become visible before their count does.
        memory_.limit().store(size_, std::memory_order_release);
        current_ ^= 1U;
        size_ = 0;
        return true;
    }
    // --8<-- [end:producer-publish]

  private:
    /// A burst is offered in parts, so that a waiting consumer can start early.
    static constexpr std::uint64_t longest_part = 1024;

    ClockQueueMemory memory_;
    unsigned current_ = 0;
    std::uint32_t size_ = 0;
};

/// The reading end. One thread at a time; wait-free.
class ClockConsumer {
  public:
    explicit ClockConsumer(const ClockQueueMemory& memory) noexcept : memory_{memory} {}

    // --8<-- [start:consumer]
    /// The numbers available now, oldest first, or none; valid until `release()`. One
    /// read of the shared word serves all of them.
    std::span<const std::uint32_t> poll() const noexcept {
        // Acquire: pairs with the producer's release of the count.
        const std::uint32_t limit = memory_.limit().load(std::memory_order_acquire);
        return {memory_.array(current_), limit};
    }

    /// Gives the array back, after a `poll()` that was not empty.
    void release() noexcept {
        // Release: we've read the array before the producer sees the zero.
        memory_.limit().store(0, std::memory_order_release);
        current_ ^= 1U;
    }
    // --8<-- [end:consumer]

  private:
    ClockQueueMemory memory_;
    unsigned current_ = 0;
};

/// A queue that owns its memory, and touches it in advance so that the clock thread takes
/// no page faults. It must outlive the threads that use its ends.
class ClockQueue {
  public:
    /// @throws std::invalid_argument unless the capacity is from 1 to
    ///         `ClockQueueLayout::max_capacity`
    explicit ClockQueue(std::int64_t capacity)
        : bytes_{ClockQueueLayout::bytes(ClockQueueLayout::checked(capacity))},
          block_{std::make_unique<std::byte[]>(bytes_)},
          memory_{block_.get(), bytes_, capacity} {}

    std::uint32_t capacity() const noexcept { return memory_.capacity(); }
    ClockProducer producer() const noexcept { return ClockProducer{memory_}; }
    ClockConsumer consumer() const noexcept { return ClockConsumer{memory_}; }

  private:
    std::size_t bytes_;
    std::unique_ptr<std::byte[]> block_;
    ClockQueueMemory memory_;
};

}  // namespace allocpool
