#pragma once

/// Runs any analyser for a number of packets and returns the same type as the model.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analyser.hpp"
#include "cpp-flat/packet.hpp"
#include "cpp/packet.hpp"
#include "generator.hpp"
#include "model.hpp"
#include "sizes.hpp"
#include "strategies.hpp"

namespace allocpool {

using Runner = model::Result (*)(const Sizes&, std::uint64_t);

template <class Packet, class Strategy, class Generator, class... Arguments>
model::Result run_for(const Sizes& sizes, std::uint64_t packets, Arguments... arguments) {
    Analyser<Packet, Strategy, Generator> analyser{sizes, arguments...};
    for (std::uint64_t i = 0; i < packets; ++i) {
        analyser.step();
    }
    return {analyser.processed(), analyser.tcp_count(), analyser.digest()};
}

template <class Packet, class Generator>
model::Result run_alloc(const Sizes& sizes, std::uint64_t packets) {
    return run_for<Packet, Alloc<Packet>, Generator>(sizes, packets);
}

template <class Packet, class Generator>
model::Result run_mix(const Sizes& sizes, std::uint64_t packets) {
    return run_for<Packet, Pool<Packet>, Generator>(sizes, packets, sizes.mix_pool);
}

template <class Packet, class Generator>
model::Result run_pool(const Sizes& sizes, std::uint64_t packets) {
    return run_for<Packet, Pool<Packet>, Generator>(sizes, packets, sizes.pool);
}

struct NamedRunner {
    std::string name;
    Runner run;
};

/// Runners of every implementation with every strategy but Dummy.
template <class Generator>
std::vector<NamedRunner> all_runners() {
    return {{"cpp alloc", run_alloc<cpp::Packet, Generator>},
            {"cpp mix", run_mix<cpp::Packet, Generator>},
            {"cpp pool", run_pool<cpp::Packet, Generator>},
            {"cpp-flat alloc", run_alloc<cpp_flat::Packet, Generator>},
            {"cpp-flat mix", run_mix<cpp_flat::Packet, Generator>},
            {"cpp-flat pool", run_pool<cpp_flat::Packet, Generator>}};
}

inline std::vector<NamedRunner> all_runners(bool random) {
    return random ? all_runners<RandomGenerator>() : all_runners<CounterGenerator>();
}

}  // namespace allocpool
