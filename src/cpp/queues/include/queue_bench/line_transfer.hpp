#pragma once

#include <atomic>
#include <cstdint>

#include "clock.hpp"
#include "clock_queue_layout.hpp"
#include "queue_bench/contestant.hpp"
#include "queue_bench/deadline.hpp"
#include "queue_bench/helper_thread.hpp"
#include "queue_bench/samples.hpp"

namespace allocpool::queue_bench {

/// The numbers on a line of 64 bytes, which most machines have.
inline constexpr std::uint64_t numbers_per_line = 64 / sizeof(std::uint32_t);

/// The time to move a cache line to another core, spread over the numbers that fit it.
/// Two threads write one word in turn, each as soon as it sees the other's, so only one
/// transfer is under way at a time. A queue that sends many lines before it waits may
/// take less.
/// @throws std::runtime_error if the time was too short
inline Cost line_transfer(double seconds) {
    const Clock& clock = Clock::system();
    alignas(ClockQueueLayout::line_bytes) std::atomic<std::uint64_t> word{0};
    const HelperThread other{[&word](const std::atomic<bool>& stopping) {
        // Relaxed, here and below: the threads share nothing but this word.
        while (!stopping.load(std::memory_order_relaxed)) {
            const std::uint64_t seen = word.load(std::memory_order_relaxed);
            if (seen % 2 == 1) {
                word.store(seen + 1, std::memory_order_relaxed);
            }
        }
    }};
    constexpr std::uint64_t transfers = 256;
    Samples samples{transfers * numbers_per_line};
    std::uint64_t begin = clock.now();
    std::uint64_t next = 0;
    for (LazyDeadline deadline{seconds}; !deadline.passed();) {
        if (word.load(std::memory_order_relaxed) == next) {
            if (next % transfers == 0) {
                const std::uint64_t now = clock.now();
                if (next != 0) {
                    samples.add(now - begin);
                }
                begin = now;
            }
            word.store(next + 1, std::memory_order_relaxed);
            next += 2;
        }
    }
    return samples.cost();
}

}  // namespace allocpool::queue_bench
