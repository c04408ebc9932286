#pragma once

#include <atomic>
#include <cstdint>

#include "queues/owned_queue.hpp"
#include "queues/ring_layout.hpp"

namespace allocpool {

/// The writing end of a ring whose indices lie on cache lines of their own. One thread at
/// a time; wait-free.
///
/// Orderings: those of `AtomicRing`. Only the layout differs: a store to one index leaves
/// the cache lines of the other index and of the slots alone.
class AlignedRingProducer {
  public:
    explicit AlignedRingProducer(const RingMemory& memory) noexcept : memory_{memory} {}

    /// Appends one number.
    /// @return false if there was no room; the number is then dropped
    bool offer(std::uint32_t number) noexcept {
        // Relaxed: nobody else writes it.
        const std::uint32_t tail = memory_.tail().load(std::memory_order_relaxed);
        // Acquire: the consumer has read the slot before we write to it.
        const std::uint32_t head = memory_.head().load(std::memory_order_acquire);
        if (tail - head == memory_.capacity()) {
            return false;
        }
        memory_.slot(tail) = number;
        // Release: the number becomes visible before the index does.
        memory_.tail().store(tail + 1, std::memory_order_release);
        return true;
    }

  private:
    RingMemory memory_;
};

/// The reading end. One thread at a time; wait-free.
class AlignedRingConsumer {
  public:
    explicit AlignedRingConsumer(const RingMemory& memory) noexcept : memory_{memory} {}

    /// Takes the oldest number.
    /// @return false if there is none
    bool take(std::uint32_t& number) noexcept {
        // Relaxed: nobody else writes it.
        const std::uint32_t head = memory_.head().load(std::memory_order_relaxed);
        // Acquire: pairs with the producer's release of the index.
        if (memory_.tail().load(std::memory_order_acquire) == head) {
            return false;
        }
        number = memory_.slot(head);
        // Release: we've read the slot before the producer sees that it's free.
        memory_.head().store(head + 1, std::memory_order_release);
        return true;
    }

  private:
    RingMemory memory_;
};

struct AlignedRingParts {
    using Layout = RingLayout;
    using Memory = RingMemory;
    using Producer = AlignedRingProducer;
    using Consumer = AlignedRingConsumer;
};

using AlignedRing = OwnedQueue<AlignedRingParts>;

}  // namespace allocpool
