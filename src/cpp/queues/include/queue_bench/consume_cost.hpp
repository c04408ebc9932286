#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "clock.hpp"
#include "counter.hpp"
#include "queue_bench/contestant.hpp"
#include "queue_bench/deadline.hpp"
#include "queue_bench/helper_thread.hpp"
#include "queue_bench/samples.hpp"
#include "queues/tick_reader.hpp"

namespace allocpool::queue_bench {

/// The consumer's cost of taking a number that is there already.
///
/// Another thread fills the queue, so the numbers, and the words that announce them, are
/// on another core's cache lines. Then the consumer takes all of them and adds them up.
/// @throws std::runtime_error if the sum is wrong
template <class Queue>
Cost consume_cost(std::int64_t capacity, double seconds) {
    const Clock& clock = Clock::system();
    const auto batch = static_cast<std::uint32_t>(capacity);
    Queue queue{capacity};
    std::atomic<std::uint32_t> wanted{0};  // how often the queue is to be filled
    std::atomic<std::uint32_t> filled{0};  // how often it was
    const HelperThread producer{[&](const std::atomic<bool>& stopping) {
        std::uint32_t rounds = 0;
        while (!stopping.load(std::memory_order_relaxed)) {
            // Acquire: everything in the queue before has been taken.
            if (wanted.load(std::memory_order_acquire) == rounds) {
                publish(queue.producer());
                counter::relax();
                continue;
            }
            append(queue.producer(), rounds * batch, batch);
            filled.store(++rounds, std::memory_order_release);
        }
    }};

    TickReader reader{queue.consumer()};
    Samples samples{batch};
    std::uint32_t rounds = 0;
    for (const Deadline deadline{seconds}; !deadline.passed(); ++rounds) {
        wanted.store(rounds + 1, std::memory_order_release);
        while (filled.load(std::memory_order_acquire) == rounds) {
            counter::relax();
        }
        std::uint32_t sum = 0;
        std::uint32_t count = 0;
        const std::uint64_t begin = clock.now();
        while (count < batch && stop_signal::received() == 0) {
            count += static_cast<std::uint32_t>(
                reader.read(batch - count, [&](std::uint32_t number) {
                    keep(number);
                    sum += number;
                }));
        }
        if (count < batch) {
            break;  // because of a signal
        }
        samples.add(clock.now() - begin);
        // Modulo 2^32, as the numbers are.
        const std::uint64_t pairs = std::uint64_t{batch} * (batch - 1) / 2;
        if (sum != rounds * batch * batch + static_cast<std::uint32_t>(pairs)) {
            throw std::runtime_error("the queue gave other numbers than it got");
        }
    }
    return samples.cost();
}

}  // namespace allocpool::queue_bench
