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

/// The cost of one operation: the median of samples, and the number of operations.
struct Cost {
    double ns;
    std::uint64_t count;
};

/// Makes the compiler keep this number in a register: a consumer that uses each number
/// has to read each, and the loop can't be replaced by a formula or by vectors.
inline void keep(std::uint32_t& number) noexcept {
    asm volatile("" : "+r"(number));
}

}  // namespace allocpool::queue_bench
