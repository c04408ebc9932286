#pragma once

/// Each thread's progress, for others to read, and the cost of keeping the threads'
/// numbers side by side.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "clock_queue_layout.hpp"

namespace allocpool::threads {

// --8<-- [start:count]
/// A number that one thread counts up and any thread may read.
class Count {
  public:
    /// Only its own thread, so a load and a store will do: no locked addition.
    void increment() noexcept {
        // Relaxed: the number says how far a thread is, and guards nothing else.
        value_.store(value() + 1, std::memory_order_relaxed);
    }

    /// Any thread.
    std::uint64_t value() const noexcept {
        return value_.load(std::memory_order_relaxed);
    }

  private:
    std::atomic<std::uint64_t> value_{0};
};
// --8<-- [end:count]

/// The most threads that count: a source and its processors.
inline constexpr std::size_t most_processors = 64;
inline constexpr std::size_t most_threads = 1 + most_processors;

// --8<-- [start:counts]
/// A count for each thread, `distance` bytes from the next. The source is thread 0.
template <std::size_t distance>
class Counts {
  public:
    Count& operator[](std::size_t thread) noexcept { return counts_[thread].count; }

    /// The total count of the threads from 1 to `processors`.
    std::uint64_t of_processors(std::size_t processors) const noexcept {
        std::uint64_t sum = 0;
        for (std::size_t thread = 1; thread <= processors; ++thread) {
            sum += counts_[thread].count.value();
        }
        return sum;
    }

  private:
    struct alignas(distance) Place {
        Count count;
    };
    static_assert(sizeof(Place) == distance);

    alignas(ClockQueueLayout::line_bytes) std::array<Place, most_threads> counts_;
};

/// The naive version: an array of numbers. Up to eight of them share a cache line, which
/// belongs to the core that wrote last, so the others wait for it at their next packet.
/// That's false sharing: no number is shared, but their line is.
using SideBySide = Counts<sizeof(Count)>;

/// Each number on its own line.
using Apart = Counts<ClockQueueLayout::line_bytes>;
// --8<-- [end:counts]

}  // namespace allocpool::threads
