#pragma once

/// The layout of a ring's memory, defined only here. Other languages ask for these
/// numbers through c_api.h.
///
///     0    padding
///     128  head, 32 bits: how many numbers were taken, modulo 2^32
///     132  padding
///     256  tail, 32 bits: how many numbers were written, modulo 2^32
///     260  padding
///     384  slots of 32 bits; their number is the capacity, rounded up to a power of two
///          padding of 128 bytes
///
/// The indices run freely; a number's slot is its index modulo the number of slots, which
/// is a power of two, so that this still holds when an index wraps. Equal indices mean an
/// empty ring, and their difference is its size: no slot is wasted to tell full from
/// empty.
///
/// The padding is as in clock_queue_layout.hpp, which says why.

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

#include "clock_queue_layout.hpp"
#include "queues/queue_block.hpp"

namespace allocpool {

struct RingLayout {
    static constexpr std::size_t line_bytes = ClockQueueLayout::line_bytes;

    // --8<-- [start:ring-offsets]
    static constexpr std::size_t head_offset = line_bytes;
    static constexpr std::size_t tail_offset = head_offset + line_bytes;
    static constexpr std::size_t slots_offset = tail_offset + line_bytes;
    // --8<-- [end:ring-offsets]

    /// The block must fit a ByteBuffer, whose size is a Java int.
    static constexpr std::uint32_t max_capacity = 1U << 28U;

    /// An index modulo the number of slots is `index & mask`.
    static constexpr std::uint32_t mask(std::uint32_t capacity) {
        return std::bit_ceil(capacity) - 1;
    }

    /// Size of the whole block.
    static constexpr std::size_t bytes(std::uint32_t capacity) {
        return slots_offset + (std::size_t{mask(capacity)} + 1) * sizeof(std::uint32_t) +
               line_bytes;
    }

    /// @throws std::invalid_argument unless `capacity` is from 1 to `max_capacity`
    static std::uint32_t checked(std::int64_t capacity) {
        if (capacity < 1 || capacity > max_capacity) {
            throw std::invalid_argument("the queue's capacity must be from 1 to " +
                                        std::to_string(max_capacity) + " ticks, not " +
                                        std::to_string(capacity));
        }
        return static_cast<std::uint32_t>(capacity);
    }
};

// --8<-- [start:ring-asserts]
static_assert(RingLayout::head_offset >= RingLayout::line_bytes &&
                  RingLayout::tail_offset - RingLayout::head_offset >=
                      RingLayout::line_bytes &&
                  RingLayout::slots_offset - RingLayout::tail_offset >=
                      RingLayout::line_bytes,
              "the indices and the slots share no cache line");
static_assert(RingLayout::bytes(1) - RingLayout::slots_offset >=
                  RingLayout::line_bytes + sizeof(std::uint32_t),
              "the last slot shares no cache line with what follows the block");
// --8<-- [end:ring-asserts]
static_assert(RingLayout::mask(1) == 0 && RingLayout::mask(2) == 1 &&
              RingLayout::mask(3) == 3 && RingLayout::mask(4) == 3);
static_assert(RingLayout::bytes(RingLayout::max_capacity) <=
              std::numeric_limits<std::int32_t>::max());

/// A ring's words in a block of memory owned by the caller.
class RingMemory {
  public:
    using Index = std::atomic<std::uint32_t>;
    static_assert(sizeof(Index) == sizeof(std::uint32_t) && Index::is_always_lock_free,
                  "other languages read and write these words as plain 32-bit numbers");

    /// Starts an empty ring in the block. Nobody else may be using the block.
    /// @param block aligned to 4 bytes; outlives every use of the ring
    /// @param block_bytes at least `RingLayout::bytes(capacity)`
    /// @throws std::invalid_argument naming what does not fit
    RingMemory(void* block, std::size_t block_bytes, std::int64_t capacity)
        : capacity_{RingLayout::checked(capacity)}, mask_{RingLayout::mask(capacity_)} {
        std::byte* bytes =
            checked_block("a queue of " + std::to_string(capacity_) + " ticks", block,
                          block_bytes, RingLayout::bytes(capacity_), alignof(Index));
        head_ = new (bytes + RingLayout::head_offset) Index{0};
        tail_ = new (bytes + RingLayout::tail_offset) Index{0};
        slots_ = reinterpret_cast<std::uint32_t*>(bytes + RingLayout::slots_offset);
    }

    Index& head() const noexcept { return *head_; }
    Index& tail() const noexcept { return *tail_; }

    /// The slot at an index.
    std::uint32_t& slot(std::uint32_t index) const noexcept {
        return slots_[index & mask_];
    }

    /// The number of slots from this index on that are contiguous, up to the wrap-around.
    std::uint32_t until_wrap(std::uint32_t index) const noexcept {
        return mask_ + 1 - (index & mask_);
    }

    std::uint32_t capacity() const noexcept { return capacity_; }

  private:
    Index* head_;
    Index* tail_;
    std::uint32_t* slots_;
    std::uint32_t capacity_;
    std::uint32_t mask_;
};

}  // namespace allocpool
