#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

namespace allocpool {

/// An analyser that does nothing, at a fixed pace.
struct Idle {
    void run(std::uint64_t packets) {
        for (std::uint64_t i = 0; i < packets; ++i) {
            if (pause > std::chrono::nanoseconds{0}) {
                std::this_thread::sleep_for(pause);
            }
        }
        steps += packets;
    }
    std::uint64_t processed() const { return steps; }

    std::chrono::nanoseconds pause{0};
    std::uint64_t steps = 0;
};

}  // namespace allocpool
