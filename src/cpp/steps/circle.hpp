#pragma once

/// Objects of one cache line each, linked into a circle. Each step round it waits for the
/// one before, so that its latency is not hidden.

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "generator.hpp"
#include "measuring.hpp"

namespace allocpool::steps {

inline constexpr std::size_t line_bytes = 64;    ///< of a cache line, on most machines
inline constexpr std::size_t page_bytes = 4096;  ///< of a small page

struct alignas(line_bytes) Node {
    Node* next;
};
static_assert(sizeof(Node) == line_bytes);

/// The numbers of nodes in the order of visiting.
using Order = std::vector<std::size_t>;

/// Brings order[first..last) into a random order (Fisher and Yates).
inline void shuffle(Order& order, std::size_t first, std::size_t last,
                    RandomGenerator& generator) {
    for (std::size_t left = last - first; left > 1; --left) {
        std::swap(order[first + left - 1], order[first + generator.next() % left]);
    }
}

inline Order sequential(std::size_t count) {
    Order order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

inline Order at_random(std::size_t count) {
    RandomGenerator generator = RandomGenerator::for_source();
    Order order = sequential(count);
    shuffle(order, 0, count, generator);
    return order;
}

/// Links the nodes of `order` into one circle, visited in that order.
inline void link(Node* nodes, const Order& order) {
    for (std::size_t i = 0; i < order.size(); ++i) {
        nodes[order[i]].next = &nodes[order[i + 1 == order.size() ? 0 : i + 1]];
    }
}

// --8<-- [start:follow]
/// Goes `count` steps round the circle.
/// @return the node where they end
inline const Node* follow(const Node* from, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) {
        from = from->next;
    }
    keep(from);
    return from;
}
// --8<-- [end:follow]

}  // namespace allocpool::steps
