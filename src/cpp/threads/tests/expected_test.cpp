/// The expected outcome of runs, compared with the analysers' model and, for several
/// processors, with a naive computation.

#include "expected.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "generator.hpp"
#include "model.hpp"
#include "sizes.hpp"

namespace allocpool::threads {
namespace {

Outcome expected_of(bool random, const Sizes& sizes, std::size_t processors,
                    std::uint64_t packets) {
    return random ? expected<RandomGenerator>(sizes, processors, packets)
                  : expected<CounterGenerator>(sizes, processors, packets);
}

TEST(Expected, OfOneProcessorIsTheAnalysers) {
    for (const Case which : {Case::a, Case::b, Case::c}) {
        const Sizes sizes = sizes_of(which, 100);
        for (const bool random : {false, true}) {
            for (const std::uint64_t packets :
                 {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{sizes.queue},
                  std::uint64_t{sizes.queue} + 1, std::uint64_t{100'000}}) {
                const model::Result model = model::run(sizes.stored, random, packets);
                EXPECT_EQ(expected_of(random, sizes, 1, packets),
                          (Outcome{packets, model.processed, model.tcp, model.digest}))
                    << packets << (random ? " random" : " counted");
            }
        }
    }
}

/// Computes each processor's result by itself, without any of the program's parts.
Outcome naive(bool random, const Sizes& sizes, std::size_t processors,
              std::uint64_t packets) {
    Outcome outcome{packets, 0, 0, 0};
    std::uint64_t first = 0;
    for (std::size_t k = 0; k < processors; ++k) {
        const std::size_t queued = (sizes.queue + processors - 1 - k) / processors;
        const std::size_t slots = (sizes.stored + processors - 1 - k) / processors;
        std::deque<std::uint64_t> queue;
        std::map<std::uint64_t, std::uint64_t> store;
        std::uint64_t tcp = 0;
        for (std::uint64_t n = k; n < packets; n += processors) {
            queue.push_back(model::number(random, 1, n));
            if (queue.size() > queued) {
                ++outcome.processed;
                if (queue.front() % 16 == 0) {
                    const std::uint64_t any = model::number(random, 2, tcp++) << 1 >> 1;
                    store[any % slots] = queue.front();
                }
                queue.pop_front();
            }
        }
        outcome.tcp += tcp;
        for (const auto& [slot, number] : store) {
            outcome.digest += model::hash(first + slot, number);
        }
        for (std::size_t place = 0; place < queue.size(); ++place) {
            outcome.digest += model::hash(first + slots + place, queue[place]);
        }
        first += slots + queued;
    }
    outcome.digest +=
        model::scramble(outcome.processed) + model::scramble(outcome.tcp ^ 0x544350);
    return outcome;
}

TEST(Expected, OfSeveralProcessorsIsTheSumOfTheirParts) {
    const Sizes sizes = sizes_of(Case::b, 100);
    for (const bool random : {false, true}) {
        for (const std::size_t processors : {2U, 3U, 7U, 64U}) {
            for (const std::uint64_t packets : {5U, 1000U, 1001U, 50'000U}) {
                EXPECT_EQ(expected_of(random, sizes, processors, packets),
                          naive(random, sizes, processors, packets))
                    << processors << " processors, " << packets << " packets";
            }
        }
    }
}

}  // namespace
}  // namespace allocpool::threads
