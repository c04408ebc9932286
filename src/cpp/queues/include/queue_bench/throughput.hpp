#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "clock.hpp"
#include "counter.hpp"
#include "queue_bench/contestant.hpp"
#include "queue_bench/deadline.hpp"
#include "queue_bench/helper_thread.hpp"
#include "queues/tick_reader.hpp"

namespace allocpool::queue_bench {

/// The time per number from end to end with both sides running as fast as they can.
///
/// The producer offers up to 64 numbers at a time, and again those that a full queue
/// refused. The consumer checks that each number follows the one before. (A run ring
/// moves no numbers at all, so only the consumer's handling of each is left.)
/// @throws std::runtime_error if a wrong number comes
template <class Contestant>
Cost throughput(std::int64_t capacity, double seconds) {
    constexpr std::uint64_t batch =
        std::min<std::uint64_t>(64, Contestant::most_per_reading);
    constexpr std::uint64_t enough = 100'000'000;
    constexpr std::size_t part = 4096;
    const Clock& clock = Clock::system();
    typename Contestant::Queue queue{capacity};
    const HelperThread writer{[&](const std::atomic<bool>& stopping) {
        auto& producer = queue.producer();
        std::uint32_t next = 0;
        while (!stopping.load(std::memory_order_relaxed)) {
            const std::uint64_t appended = append(producer, next, batch);
            next += static_cast<std::uint32_t>(appended);
            if (appended < batch) {
                publish(producer);
                counter::relax();
            }
        }
    }};

    TickReader reader{queue.consumer()};
    std::uint64_t begin = clock.now();
    std::uint64_t count = 0;
    std::uint32_t expected = 0;
    std::uint32_t wrong = 0;
    bool in_order = true;
    for (LazyDeadline deadline{seconds}; count < enough && !deadline.passed();) {
        const std::size_t found = reader.read(part, [&](std::uint32_t number) {
            keep(number);
            if (number != expected) [[unlikely]] {
                in_order = false;
                wrong = number;
            }
            ++expected;
        });
        if (!in_order) {
            throw std::runtime_error("number " + std::to_string(wrong) + " came where " +
                                     std::to_string(expected - 1) + " or one before it " +
                                     "should have");
        }
        if (count == 0) {
            begin = clock.now();  // starting the thread takes time
        }
        count += found;
        if (found == 0) {
            counter::relax();
        }
    }
    if (count == 0) {
        throw std::runtime_error("the time was too short to measure anything");
    }
    const double ns = static_cast<double>(clock.rate().to_nanos(clock.now() - begin));
    return {ns / static_cast<double>(count), count};
}

}  // namespace allocpool::queue_bench
