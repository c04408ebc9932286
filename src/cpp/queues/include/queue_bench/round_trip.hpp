#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "clock.hpp"
#include "queue_bench/contestant.hpp"
#include "queue_bench/deadline.hpp"
#include "queue_bench/helper_thread.hpp"
#include "queues/tick_reader.hpp"

namespace allocpool::queue_bench {

/// The time a number takes to another thread and back, through a queue for each way. Both
/// threads do nothing but poll, without the usual pause of a waiting loop, which would be
/// part of the result.
/// @return nanoseconds of all round trips, at most ten million
/// @throws std::runtime_error if another number comes back
template <class Queue>
std::vector<double> round_trips(std::int64_t capacity, double seconds) {
    constexpr std::size_t most = 10'000'000;
    const Clock& clock = Clock::system();
    const double ns_per_tick = 1e9 / static_cast<double>(clock.rate().hertz());
    Queue there{capacity};
    Queue back{capacity};
    const HelperThread echo{[&](const std::atomic<bool>& stopping) {
        TickReader reader{there.consumer()};
        std::uint32_t number = 0;
        while (!stopping.load(std::memory_order_relaxed)) {
            if (reader.take(number)) {
                append(back.producer(), number, 1);
            }
        }
    }};

    TickReader reader{back.consumer()};
    std::vector<double> samples;
    samples.reserve(most);
    std::uint32_t number = 0;
    for (const Deadline deadline{seconds}; samples.size() < most && !deadline.passed();
         ++number) {
        const std::uint64_t begin = clock.now();
        append(there.producer(), number, 1);
        std::uint32_t answer = 0;
        while (!reader.take(answer)) {
        }
        samples.push_back(static_cast<double>(clock.now() - begin) * ns_per_tick);
        if (answer != number) {
            throw std::runtime_error("number " + std::to_string(answer) +
                                     " came back for " + std::to_string(number));
        }
    }
    if (samples.empty()) {
        throw std::runtime_error("the time was too short to measure anything");
    }
    return samples;
}

}  // namespace allocpool::queue_bench
