#pragma once

#include <cstdint>

#include "queues/pace.hpp"
#include "queues/tick_queue.hpp"

namespace allocpool::queue_bench {

/// A queue, and how its clock reads the counter.
template <TickQueue QueueType, std::uint64_t ticks_per_reading = Pace::all_due>
struct Contestant {
    using Queue = QueueType;
    static constexpr std::uint64_t most_per_reading = ticks_per_reading;
};

/// What one operation takes: the median of samples, and how many operations these were.
struct Cost {
    double ns;
    std::uint64_t count;
};

/// Makes the compiler have this number in a register: a consumer that does something with
/// each number looks at each, and the loop can't be replaced by a formula or by vectors.
inline void keep(std::uint32_t& number) noexcept {
    asm volatile("" : "+r"(number));
}

}  // namespace allocpool::queue_bench
