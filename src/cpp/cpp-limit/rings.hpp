#pragma once

/// The queue between source and processor, in two versions. Both are first in, first out,
/// and hold `capacity` handles. They are pushed to until they are full; from then on,
/// each exchange() puts in the newest and takes out the oldest.
///
/// A ring is a value of a few words, which an analyser can keep in registers; its owner
/// provides the memory of the elements, at least `elements(capacity)` of them. Not safe
/// for use by more than one thread.

#include <cstddef>

namespace allocpool::cpp_limit {

/// The place `distance` behind `index` in a ring, by a comparison: a remainder would take
/// longer than all the rest. Precondition: index and distance < length.
inline std::size_t further(std::size_t index, std::size_t distance,
                           std::size_t length) noexcept {
    const std::size_t sum = index + distance;
    return sum < length ? sum : sum - length;
}

/// As Ring: the newest goes in, then the oldest comes out, at two places in memory.
template <class Handle>
class PushPopRing {
  public:
    static constexpr std::size_t elements(std::size_t capacity) { return capacity + 1; }

    PushPopRing(Handle* memory, std::size_t capacity) noexcept
        : slots_{memory}, length_{elements(capacity)} {}

    std::size_t size() const noexcept { return size_; }
    bool full() const noexcept { return size_ + 1 == length_; }

    /// Precondition: not full().
    void push(Handle newest) noexcept {
        put(newest);
        ++size_;
    }

    // --8<-- [start:two-places]
    /// Precondition: full().
    /// @return the oldest
    Handle exchange(Handle newest) noexcept {
        put(newest);
        const Handle oldest = slots_[head_];
        head_ = further(head_, 1, length_);
        return oldest;
    }
    // --8<-- [end:two-places]

    /// The handle that comes after `distance` others. Precondition: distance < size().
    Handle ahead(std::size_t distance) const noexcept {
        return slots_[further(head_, distance, length_)];
    }

  private:
    void put(Handle handle) noexcept {
        slots_[tail_] = handle;
        tail_ = further(tail_, 1, length_);
    }

    Handle* slots_;
    std::size_t length_;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
    std::size_t size_ = 0;
};

/// If a ring is as long as its queue, and the queue is full, the newest takes the place
/// of the oldest: one index, one cache line and one comparison serve both.
template <class Handle>
class ExchangeRing {
  public:
    static constexpr std::size_t elements(std::size_t capacity) { return capacity; }

    ExchangeRing(Handle* memory, std::size_t capacity) noexcept
        : slots_{memory}, length_{capacity} {}

    std::size_t size() const noexcept { return size_; }
    bool full() const noexcept { return size_ == length_; }

    /// Precondition: not full().
    void push(Handle newest) noexcept { slots_[size_++] = newest; }

    // --8<-- [start:one-place]
    /// Precondition: full().
    /// @return the oldest
    Handle exchange(Handle newest) noexcept {
        const Handle oldest = slots_[oldest_];
        slots_[oldest_] = newest;
        oldest_ = further(oldest_, 1, length_);
        return oldest;
    }
    // --8<-- [end:one-place]

    /// The handle that comes after `distance` others. Precondition: distance < size().
    Handle ahead(std::size_t distance) const noexcept {
        return slots_[further(oldest_, distance, length_)];
    }

  private:
    Handle* slots_;
    std::size_t length_;
    std::size_t oldest_ = 0;  // 0 until it is full: pushed first
    std::size_t size_ = 0;
};

}  // namespace allocpool::cpp_limit
