#pragma once

/// A ring that moves many numbers at a time.
///
/// One at a time, each number costs a release store to an index that the other core is
/// reading, so the index's line travels back and forth. But one reading of the clock
/// tells how many ticks are due, and one look at the index how many have arrived. So
/// the producer writes all of them and publishes them with one store, and the consumer
/// reads all of them and frees their slots with one store. Both remember the other
/// side's index, as in `cached_ring.hpp`.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>

#include "queues/owned_queue.hpp"
#include "queues/ring_layout.hpp"

namespace allocpool {

/// The writing end. One thread at a time; wait-free.
class BatchRingProducer {
  public:
    explicit BatchRingProducer(const RingMemory& memory) noexcept : memory_{memory} {}

    /// Appends and publishes `count` consecutive numbers from `first` on (modulo 2^32).
    /// If they don't all fit, the newest are dropped.
    /// @return how many were appended
    std::uint64_t push(std::uint32_t first, std::uint64_t count) noexcept {
        std::uint64_t appended = 0;
        while (appended < count) {
            const auto wanted = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(count - appended, longest_part));
            const std::uint32_t part = std::min(wanted, room_for(wanted));
            if (part == 0) {
                break;
            }
            write(first + static_cast<std::uint32_t>(appended), part);
            appended += part;
        }
        return appended;
    }

    /// Does nothing: `push()` has already published everything.
    bool publish() const noexcept { return true; }

  private:
    /// A burst is published in parts, so that a waiting consumer can start early.
    static constexpr std::uint64_t longest_part = 1024;

    /// The known room; loads the consumer's index only if that is less than `count`.
    std::uint32_t room_for(std::uint32_t count) noexcept {
        std::uint32_t room = memory_.capacity() - (tail_ - head_cache_);
        if (room < count) {
            // Acquire: the consumer has read all slots before its index, so we may write
            // to them.
            head_cache_ = memory_.head().load(std::memory_order_acquire);
            room = memory_.capacity() - (tail_ - head_cache_);
        }
        return room;
    }

    // --8<-- [start:batch-write]
    /// Requires room for `count` numbers.
    void write(std::uint32_t first, std::uint32_t count) noexcept {
        const std::uint32_t before_wrap = std::min(count, memory_.until_wrap(tail_));
        fill(&memory_.slot(tail_), first, before_wrap);
        fill(&memory_.slot(0), first + before_wrap, count - before_wrap);
        tail_ += count;
        // Release: the numbers become visible before the index does.
        memory_.tail().store(tail_, std::memory_order_release);
    }
    // --8<-- [end:batch-write]

    static void fill(std::uint32_t* slots, std::uint32_t first,
                     std::uint32_t count) noexcept {
        for (std::uint32_t i = 0; i < count; ++i) {
            slots[i] = first + i;
        }
    }

    RingMemory memory_;
    std::uint32_t tail_ = 0;
    std::uint32_t head_cache_ = 0;  // the consumer's index, perhaps out of date
};

/// The reading end. One thread at a time; wait-free.
class BatchRingConsumer {
  public:
    explicit BatchRingConsumer(const RingMemory& memory) noexcept : memory_{memory} {}

    // --8<-- [start:batch-read]
    /// The numbers available now, oldest first, or none; valid until `release()`.
    /// Numbers that wrap around the end of the slots come in two batches, but the shared
    /// index is read once for both.
    std::span<const std::uint32_t> poll() noexcept {
        if (tail_cache_ == head_) {
            // Acquire: all numbers before the producer's index are visible.
            tail_cache_ = memory_.tail().load(std::memory_order_acquire);
        }
        batch_ = std::min(tail_cache_ - head_, memory_.until_wrap(head_));
        return {&memory_.slot(head_), batch_};
    }

    /// Frees the slots of the batch that the last `poll()` returned.
    void release() noexcept {
        head_ += batch_;
        batch_ = 0;
        // Release: we've read the slots before the producer sees that they're free.
        memory_.head().store(head_, std::memory_order_release);
    }
    // --8<-- [end:batch-read]

  private:
    RingMemory memory_;
    std::uint32_t head_ = 0;
    std::uint32_t tail_cache_ = 0;  // the producer's index, perhaps out of date
    std::uint32_t batch_ = 0;       // how many numbers the last poll found
};

struct BatchRingParts {
    using Layout = RingLayout;
    using Memory = RingMemory;
    using Producer = BatchRingProducer;
    using Consumer = BatchRingConsumer;
};

using BatchRing = OwnedQueue<BatchRingParts>;

}  // namespace allocpool
