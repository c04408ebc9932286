#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "queues/ring_layout.hpp"

namespace allocpool {

/// A ring with two atomic indices instead of a mutex: L. Lamport showed in 1977 ("Proving
/// the correctness of multiprocess programs") that one producer and one consumer need no
/// more, because each index has only one writer.
///
/// Orderings: each side stores its own index with *release* and loads the other one with
/// *acquire*. The producer's release makes a number visible before the index; the
/// consumer's makes its read of a slot happen before the producer's next write to it.
///
/// Progress: both sides are wait-free.
///
/// Its flaw is its layout: the indices share one cache line, often with what both sides
/// only read. Whenever one side writes, it takes the line away from the other, even if that
/// one only needs its own index.
class AtomicRing {
  public:
    /// @throws std::invalid_argument unless the capacity is from 1 to
    ///         `RingLayout::max_capacity`
    explicit AtomicRing(std::int64_t capacity)
        : capacity_{RingLayout::checked(capacity)},
          mask_{RingLayout::mask(capacity_)},
          slots_(std::size_t{mask_} + 1) {}

    AtomicRing(const AtomicRing&) = delete;
    AtomicRing& operator=(const AtomicRing&) = delete;

    std::uint32_t capacity() const noexcept { return capacity_; }
    AtomicRing& producer() noexcept { return *this; }
    AtomicRing& consumer() noexcept { return *this; }

    // --8<-- [start:atomic-ring]
    /// For the producer.
    bool offer(std::uint32_t number) noexcept {
        // Relaxed: nobody else writes it.
        const std::uint32_t tail = tail_.load(std::memory_order_relaxed);
        // Acquire: the consumer has read the slot before we write to it.
        if (tail - head_.load(std::memory_order_acquire) == capacity_) {
            return false;
        }
        slots_[tail & mask_] = number;
        // Release: the number becomes visible before the index does.
        tail_.store(tail + 1, std::memory_order_release);
        return true;
    }

    /// For the consumer.
    bool take(std::uint32_t& number) noexcept {
        // Relaxed: nobody else writes it.
        const std::uint32_t head = head_.load(std::memory_order_relaxed);
        // Acquire: pairs with the producer's release of the index.
        if (tail_.load(std::memory_order_acquire) == head) {
            return false;
        }
        number = slots_[head & mask_];
        // Release: we've read the slot before the producer sees that it's free.
        head_.store(head + 1, std::memory_order_release);
        return true;
    }
    // --8<-- [end:atomic-ring]

  private:
    std::uint32_t capacity_;
    std::uint32_t mask_;
    std::vector<std::uint32_t> slots_;
    std::atomic<std::uint32_t> head_{0};
    std::atomic<std::uint32_t> tail_{0};
};

}  // namespace allocpool
