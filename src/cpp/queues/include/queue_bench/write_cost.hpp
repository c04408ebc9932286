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
#include "queue_bench/samples.hpp"
#include "queues/tick_reader.hpp"

namespace allocpool::queue_bench {

/// The producer's cost of writing a number, while a consumer takes them.
///
/// The producer writes a burst as fast as it can, and then waits until all of it has been
/// taken. So there is always room: finding a queue full, and dropping, is other work than
/// writing. Only the bursts are timed.
/// @param batch how many numbers are offered at once, at most `capacity`
/// @throws std::runtime_error if the queue drops something
template <class Queue>
Cost write_cost(std::int64_t capacity, std::uint64_t batch, double seconds) {
    constexpr std::uint64_t long_burst = 4096;
    const std::uint64_t most = std::min(static_cast<std::uint64_t>(capacity), long_burst);
    const std::uint64_t burst = most / batch * batch;
    const Clock& clock = Clock::system();
    Queue queue{capacity};
    std::atomic<std::uint64_t> taken{0};
    const HelperThread consumer{[&](const std::atomic<bool>& stopping) {
        TickReader reader{queue.consumer()};
        std::uint64_t count = 0;
        while (!stopping.load(std::memory_order_relaxed)) {
            const std::size_t found =
                reader.read(long_burst, [](std::uint32_t number) { keep(number); });
            if (found == 0) {
                counter::relax();
                continue;
            }
            count += found;
            // Release: the room was given back before this.
            taken.store(count, std::memory_order_release);
        }
    }};

    auto& producer = queue.producer();
    Samples samples{burst};
    std::uint64_t sent = 0;
    for (const Deadline deadline{seconds}; !deadline.passed();) {
        const std::uint64_t begin = clock.now();
        std::uint64_t written = 0;
        for (std::uint64_t i = 0; i < burst; i += batch) {
            written += append(producer, static_cast<std::uint32_t>(sent + i), batch);
        }
        samples.add(clock.now() - begin);
        if (written != burst) {
            throw std::runtime_error("a queue with room for a burst has dropped " +
                                     std::to_string(burst - written) + " of it");
        }
        sent += burst;
        while (taken.load(std::memory_order_acquire) != sent) {
            publish(producer);
            counter::relax();
        }
    }
    return samples.cost();
}

}  // namespace allocpool::queue_bench
