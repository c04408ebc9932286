#pragma once

/// A second, naive implementation of the workload: without packets and bytes, only with
/// the random numbers that determine them. The analysers must compute the same.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>

namespace allocpool::model {

struct Result {
    std::uint64_t processed;
    std::uint64_t tcp;
    std::uint64_t digest;
};

inline std::uint64_t scramble(std::uint64_t z) {
    z ^= z >> 30;
    z *= 0xBF58476D1CE4E5B9;
    z ^= z >> 27;
    z *= 0x94D049BB133111EB;
    z ^= z >> 31;
    return z;
}

/// @return the n-th number (from 0) of a generator
inline std::uint64_t number(bool random, std::uint64_t seed, std::uint64_t n) {
    return random ? scramble(seed + (n + 1) * 0x9E3779B97F4A7C15) : n;
}

inline std::uint64_t hash(std::uint64_t place, std::uint64_t r) {
    const std::uint64_t source = 0x0A000000 + ((r >> 4) & 0xFFFFFF);
    const std::uint64_t destination = 0xC0A80000 + ((r >> 28) & 0xFFFF);
    const std::uint64_t source_port = (r >> 44) & 0xFFFF;
    const std::uint64_t destination_port = (r >> 8) & 0xFFFF;
    const std::uint64_t identification = r & 0xFFFF;
    const std::uint64_t protocol = (r & 15) == 0 ? 6 : 17;
    std::uint64_t h = scramble(place + 1);
    h = scramble(h ^ ((source << 32) + destination));
    h = scramble(h ^ ((source_port << 48) + (destination_port << 32) +
                      (identification << 16) + (protocol << 8) + 64));
    return scramble(h ^ ((4 << 24) + (20 << 16) + 1024));
}

/// Computes the state after `packets` packets.
inline Result run(std::size_t in_use, bool random, std::uint64_t packets) {
    std::deque<std::uint64_t> queue;
    std::map<std::uint64_t, std::uint64_t> store;
    Result result{0, 0, 0};
    for (std::uint64_t n = 0; n < packets; ++n) {
        queue.push_back(number(random, 1, n));
        if (queue.size() <= in_use) {
            continue;
        }
        const std::uint64_t r = queue.front();
        queue.pop_front();
        ++result.processed;
        if (r % 16 == 0) {
            const std::uint64_t any = number(random, 2, result.tcp) << 1 >> 1;
            store[any % in_use] = r;
            ++result.tcp;
        }
    }
    result.digest = scramble(result.processed) + scramble(result.tcp ^ 0x544350);
    for (const auto& [slot, r] : store) {
        result.digest += hash(slot, r);
    }
    for (std::size_t place = 0; place < queue.size(); ++place) {
        result.digest += hash(in_use + place, queue[place]);
    }
    return result;
}

}  // namespace allocpool::model
