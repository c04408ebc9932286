#pragma once

/// All queues of the family, for typed tests.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "queues/aligned_ring.hpp"
#include "queues/atomic_ring.hpp"
#include "queues/batch_ring.hpp"
#include "queues/cached_ring.hpp"
#include "queues/dual_array.hpp"
#include "queues/mutex_queue.hpp"
#include "queues/run_ring.hpp"
#include "queues/tick_queue.hpp"
#include "queues/tick_reader.hpp"

namespace allocpool {

using Family = testing::Types<MutexQueue, AtomicRing, AlignedRing, CachedRing, DualArray,
                              BatchRing, RunRing>;

struct FamilyNames {
    template <class Queue>
    static std::string GetName(int index) {
        static constexpr std::array names{"MutexQueue", "AtomicRing", "AlignedRing",
                                          "CachedRing", "DualArray",  "BatchRing",
                                          "RunRing"};
        return names[static_cast<std::size_t>(index)];
    }
};

template <class Queue>
using ProducerOf = std::remove_reference_t<decltype(std::declval<Queue&>().producer())>;

template <class Queue>
using ConsumerOf = std::remove_reference_t<decltype(std::declval<Queue&>().consumer())>;

using Numbers = std::vector<std::uint32_t>;

/// Takes everything, including numbers handed over only after others have been taken.
template <class Producer, class Consumer>
Numbers drain(Producer& producer, TickReader<Consumer>& reader) {
    Numbers all;
    std::size_t count = 0;
    do {
        publish(producer);
        count = reader.read(std::numeric_limits<std::size_t>::max(),
                            [&](std::uint32_t number) { all.push_back(number); });
    } while (count != 0);
    return all;
}

/// `first`, `first + 1`, ... modulo 2^32.
inline Numbers consecutive(std::uint32_t first, std::uint64_t count) {
    Numbers numbers;
    for (std::uint64_t i = 0; i < count; ++i) {
        numbers.push_back(first + static_cast<std::uint32_t>(i));
    }
    return numbers;
}

}  // namespace allocpool
