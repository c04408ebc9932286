#pragma once

/// Batch mode: packets as fast as possible.

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "reporter.hpp"
#include "round_requests.hpp"
#include "settings.hpp"
#include "stop_signal.hpp"

namespace allocpool {

// --8<-- [start:round]
/// Sends packets through the analyser until there were `goal` of them or the time is up
/// (0: no limit). It reads the clock only once per chunk, so that costs next to nothing.
/// @return packets and time; the caller fills in the rest
template <class Analyser>
Round run_round(Analyser& analyser, std::uint64_t goal, std::uint64_t chunk,
                std::chrono::nanoseconds limit) {
    const auto start = std::chrono::steady_clock::now();
    std::chrono::nanoseconds elapsed{0};
    std::uint64_t packets = 0;
    while (packets < goal) {
        const std::uint64_t part = std::min(chunk, goal - packets);
        analyser.run(part);
        packets += part;
        elapsed = std::chrono::steady_clock::now() - start;
        if ((limit.count() != 0 && elapsed >= limit) || stop_signal::received() != 0) {
            break;
        }
    }
    return {0, false, packets, static_cast<std::uint64_t>(elapsed.count())};
}
// --8<-- [end:round]

/// Runs all rounds and reports each. A round that a signal cut short is not reported.
/// @param input descriptor of standard input, which may request the measured rounds
/// @return packets taken in
/// @throws BadInput, std::system_error
template <class Analyser>
std::uint64_t run_batch(Analyser& analyser, const Settings& settings, Reporter& reporter,
                        int input) {
    std::uint64_t total = 0;
    std::uint64_t index = 0;
    const auto run = [&](const RoundRequest& request, bool warmup) {
        Round round =
            run_round(analyser, request.packets, settings.chunk(), request.limit);
        total += round.packets;
        round.index = index++;
        round.warmup = warmup;
        if (stop_signal::received() == 0) {
            reporter.round(round);
        }
        return stop_signal::received() == 0;
    };
    while (index < settings.warmup_rounds || analyser.processed() < settings.settle) {
        if (!run({settings.packets, settings.round_limit}, true)) {
            return total;
        }
    }
    RoundRequests requests{settings, input};
    for (auto next = requests.next(); next && run(*next, false);) {
        next = requests.next();
    }
    return total;
}

}  // namespace allocpool
