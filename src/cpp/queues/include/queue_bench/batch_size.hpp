#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "clock.hpp"
#include "counter.hpp"
#include "queue_bench/contestant.hpp"
#include "queue_bench/deadline.hpp"
#include "queues/pace.hpp"
#include "queues/paced_producer.hpp"
#include "queues/tick_reader.hpp"

namespace allocpool::queue_bench {

/// The number of ticks found per look at the queue, not counting empty looks.
struct BatchSize {
    double mean;
    std::uint64_t looks;  ///< that found some
};

/// A clock ticks at its pace, and a consumer with nothing else to do takes what there is.
/// Numbers that come one at a time are taken until there are none.
template <class Contestant>
BatchSize batch_size(std::int64_t capacity, double interval_ns, double seconds) {
    typename Contestant::Queue queue{capacity};
    TickReader reader{queue.consumer()};
    PacedProducer clock{Clock::system(), queue.producer(),
                        Pace::at(interval_ns, Contestant::most_per_reading)};
    std::uint64_t looks = 0;
    std::uint64_t ticks = 0;
    for (LazyDeadline deadline{seconds}; !deadline.passed();) {
        const std::size_t found =
            reader.read(queue.capacity(), [](std::uint32_t number) { keep(number); });
        if (found == 0) {
            counter::relax();
        } else {
            ++looks;
            ticks += found;
        }
    }
    if (looks == 0) {
        throw std::runtime_error("the time was too short to measure anything");
    }
    return {static_cast<double>(ticks) / static_cast<double>(looks), looks};
}

}  // namespace allocpool::queue_bench
