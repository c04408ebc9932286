#pragma once

/// The memory that parsed packets take, on a heap that has been used.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "footprint.hpp"
#include "generator.hpp"
#include "machine.hpp"
#include "source.hpp"
#include "svg.hpp"

namespace steps {

/// One parsed packet's costs.
struct Cost {
    Footprint footprint;
    int objects = 0;             ///< allocated by parsing
    std::size_t heap_bytes = 0;  ///< of those objects, including all that they can use

    template <class T>
    void allocated(const T* object) {
        footprint.touch(*object);
        ++objects;
        heap_bytes += usable_bytes(object);
    }
};

/// The part of the buffer that parsing reads.
inline constexpr std::size_t read_bytes = 24;

/// The costs of a parsed packet of any of the four steps.
template <class Packet>
Cost cost(const Packet& packet) {
    Cost one;
    one.footprint.touch(packet.buffer, read_bytes);
    one.footprint.touch(packet.parsed);
    if constexpr (std::is_pointer_v<decltype(packet.parsed)>) {
        const auto& header = *packet.parsed->header;
        one.allocated(packet.parsed);
        one.allocated(&header);
        if constexpr (std::is_pointer_v<decltype(header.source)>) {
            one.allocated(header.source);
            one.allocated(header.destination);
        }
    }
    return one;
}

/// Packets that were parsed and forgotten in random order.
template <class Packet>
std::vector<std::unique_ptr<Packet>> used(std::size_t count) {
    allocpool::RandomGenerator random = allocpool::RandomGenerator::for_store();
    allocpool::Source<allocpool::RandomGenerator> source;
    std::vector<std::unique_ptr<Packet>> packets;
    for (std::size_t i = 0; i < count; ++i) {
        packets.emplace_back(new Packet);
        source.fill(packets.back()->bytes());
        packets.back()->parse();
    }
    // Groups are forgotten together and parsed again later, as packets wait in a queue.
    for (std::size_t round = 0; round < 10 * count / 16; ++round) {
        std::vector<Packet*> group;
        for (int i = 0; i < 16; ++i) {
            Packet* packet = packets[random.next() % count].get();
            if (std::find(group.begin(), group.end(), packet) == group.end()) {
                packet->forget();
                group.push_back(packet);
            }
        }
        for (Packet* packet : group) {
            packet->parse();
        }
    }
    return packets;
}

/// The packets' average costs, as the cells of a table.
template <class Packet>
std::vector<std::string> averages(std::size_t count) {
    double lines = 0;
    double pages = 0;
    double bytes = 0;
    int objects = 0;
    for (const auto& packet : used<Packet>(count)) {
        const Cost one = cost(*packet);
        lines += static_cast<double>(one.footprint.lines());
        pages += static_cast<double>(one.footprint.pages());
        bytes += static_cast<double>(one.heap_bytes);
        objects = one.objects;
    }
    const double n = static_cast<double>(count);
    return {std::to_string(sizeof(Packet)), std::to_string(objects), rounded(bytes / n),
            rounded(lines / n), rounded(pages / n)};
}

}  // namespace steps
