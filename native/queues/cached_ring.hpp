#pragma once

/// A ring whose sides rarely look at each other's index.
///
/// The other side's index is on a cache line that the other core has, so reading it
/// costs a transfer between two cores. But an old value does nearly as well: an index
/// only moves forward, so there is at least as much room, or as much to take, as the
/// last value we saw implies. Each side keeps that value, and reloads the index only if
/// there seems to be nothing to do.
///
/// The idea is the "control variables" of P. P. C. Lee, T. Bu and G. Chandranmenon, "A
/// lock-free, cache-efficient multi-core synchronization mechanism for line-rate network
/// traffic monitoring" (IPDPS 2010). E. Rigtorp's SPSCQueue does the same.

#include <atomic>
#include <cstdint>

#include "queues/owned_queue.hpp"
#include "queues/ring_layout.hpp"

namespace allocpool {

/// The writing end. One thread at a time; wait-free.
class CachedRingProducer {
  public:
    explicit CachedRingProducer(const RingMemory& memory) noexcept : memory_{memory} {}

    // --8<-- [start:remembered-index]
    /// Appends one number.
    /// @return false if there was no room; the number is then dropped
    bool offer(std::uint32_t number) noexcept {
        if (tail_ - head_cache_ == memory_.capacity()) {
            // Acquire: the consumer has read all slots before its index, so we may write
            // to them until we load the index again.
            head_cache_ = memory_.head().load(std::memory_order_acquire);
            if (tail_ - head_cache_ == memory_.capacity()) {
                return false;
            }
        }
        memory_.slot(tail_) = number;
        ++tail_;
        // Release: the number becomes visible before the index does.
        memory_.tail().store(tail_, std::memory_order_release);
        return true;
    }

  private:
    RingMemory memory_;
    std::uint32_t tail_ = 0;
    std::uint32_t head_cache_ = 0;  // the consumer's index, perhaps out of date
    // --8<-- [end:remembered-index]
};

/// The reading end. One thread at a time; wait-free.
class CachedRingConsumer {
  public:
    explicit CachedRingConsumer(const RingMemory& memory) noexcept : memory_{memory} {}

    /// Takes the oldest number.
    /// @return false if there is none
    bool take(std::uint32_t& number) noexcept {
        if (tail_cache_ == head_) {
            // Acquire: all numbers before the producer's index are visible, including
            // those we'll take without loading it again.
            tail_cache_ = memory_.tail().load(std::memory_order_acquire);
            if (tail_cache_ == head_) {
                return false;
            }
        }
        number = memory_.slot(head_);
        ++head_;
        // Release: we've read the slot before the producer sees that it's free.
        memory_.head().store(head_, std::memory_order_release);
        return true;
    }

  private:
    RingMemory memory_;
    std::uint32_t head_ = 0;
    std::uint32_t tail_cache_ = 0;  // the producer's index, perhaps out of date
};

struct CachedRingParts {
    using Layout = RingLayout;
    using Memory = RingMemory;
    using Producer = CachedRingProducer;
    using Consumer = CachedRingConsumer;
};

/// See `OwnedQueue`: `CachedRing ring{capacity}`, `ring.offer(number)`,
/// `ring.take(number)`.
using CachedRing = OwnedQueue<CachedRingParts>;

}  // namespace allocpool
