#pragma once

/// The layout of a run ring's memory, defined only here. Other languages ask for these
/// numbers through c_api.h.
///
///     0    padding
///     128  taken, 64 bits: how many numbers the consumer took since the start
///     136  padding
///     256  opened, 32 bits: the run that was opened last, modulo 2^32
///     260  padding
///     384  64 runs; run r is in entry r modulo 64
///
///     a run:  0    its first number, 32 bits
///             4    its end, 32 bits: the number after the last one so far
///             8    padding up to 128
///
/// The size does not depend on the capacity, because the numbers aren't stored.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>

#include "clock_queue_layout.hpp"
#include "queues/queue_block.hpp"

namespace allocpool {

struct RunRingLayout {
    static constexpr std::size_t line_bytes = ClockQueueLayout::line_bytes;

    /// The most runs at a time. A power of two, so that `run & mask` stays correct when
    /// the run's number wraps.
    static constexpr std::uint32_t runs = 64;
    static constexpr std::uint32_t mask = runs - 1;

    static constexpr std::size_t taken_offset = line_bytes;
    static constexpr std::size_t opened_offset = taken_offset + line_bytes;
    static constexpr std::size_t runs_offset = opened_offset + line_bytes;
    static constexpr std::size_t run_stride = line_bytes;
    static constexpr std::size_t end_in_run = sizeof(std::uint32_t);

    /// Differences between numbers have 32 bits: a queue of 2^32 numbers would look
    /// empty.
    static constexpr std::uint32_t max_capacity = 1U << 31U;

    /// Size of the whole block.
    static constexpr std::size_t bytes(std::uint32_t) {
        return runs_offset + runs * run_stride;
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

static_assert((RunRingLayout::runs & RunRingLayout::mask) == 0 &&
              RunRingLayout::runs > 1);
static_assert(RunRingLayout::taken_offset >= RunRingLayout::line_bytes &&
                  RunRingLayout::opened_offset - RunRingLayout::taken_offset >=
                      RunRingLayout::line_bytes &&
                  RunRingLayout::runs_offset - RunRingLayout::opened_offset >=
                      RunRingLayout::line_bytes &&
                  RunRingLayout::run_stride >= RunRingLayout::line_bytes,
              "the shared words and the runs are on cache lines of their own");

// --8<-- [start:run]
/// A run of consecutive numbers, from `first` up to but not including `end`.
struct Run {
    std::uint32_t first{0};
    std::atomic<std::uint32_t> end{0};
    std::array<std::byte, RunRingLayout::run_stride - 2 * sizeof(std::uint32_t)>
        padding{};
};

static_assert(offsetof(Run, end) == RunRingLayout::end_in_run &&
              sizeof(Run) == RunRingLayout::run_stride);
// --8<-- [end:run]

/// A run ring's words in a block of memory owned by the caller.
class RunRingMemory {
  public:
    using Taken = std::atomic<std::uint64_t>;
    using Opened = std::atomic<std::uint32_t>;
    static_assert(sizeof(Taken) == sizeof(std::uint64_t) && Taken::is_always_lock_free &&
                      sizeof(Opened) == sizeof(std::uint32_t) &&
                      Opened::is_always_lock_free,
                  "other languages read and write these words as plain numbers");

    /// Starts an empty queue in the block: run 0 is open, with no number in it. Nobody
    /// else may be using the block.
    /// @param block aligned to 8 bytes; outlives every use of the queue
    /// @param block_bytes at least `RunRingLayout::bytes(capacity)`
    /// @throws std::invalid_argument naming what does not fit
    RunRingMemory(void* block, std::size_t block_bytes, std::int64_t capacity)
        : capacity_{RunRingLayout::checked(capacity)} {
        std::byte* bytes =
            checked_block("a queue of " + std::to_string(capacity_) + " ticks", block,
                          block_bytes, RunRingLayout::bytes(capacity_), alignof(Taken));
        taken_ = new (bytes + RunRingLayout::taken_offset) Taken{0};
        opened_ = new (bytes + RunRingLayout::opened_offset) Opened{0};
        runs_ = new (bytes + RunRingLayout::runs_offset) Run[RunRingLayout::runs];
    }

    Taken& taken() const noexcept { return *taken_; }
    Opened& opened() const noexcept { return *opened_; }
    Run& run(std::uint64_t number) const noexcept {
        return runs_[number & RunRingLayout::mask];
    }
    std::uint32_t capacity() const noexcept { return capacity_; }

  private:
    Taken* taken_;
    Opened* opened_;
    Run* runs_;
    std::uint32_t capacity_;
};

}  // namespace allocpool
