/// Pushes to and pops from several rings, in one thread and in two.
///
/// Words: the number of rings, and the capacity of each; then PUSH, a ring and a value;
/// POP and a ring; or TRANSFER, a ring, a count and a seed. Answers: 1 or 0 for a push;
/// the value or EMPTY for a pop; for a transfer, how many pushes the empty ring accepted
/// in a row, a digest of each number that arrived, then 1 if the threads' own rings kept
/// theirs.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "drawn.hpp"
#include "spsc_ring.hpp"
#include "turns.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t push = 0;
constexpr std::int64_t pop = 1;
constexpr std::int64_t transfer = 2;
constexpr std::int64_t empty = -0x5f02'9c1e'6b3a'd847;  ///< an arbitrary number

/// A ring that only one thread uses, before anything orders it with the other thread.
struct Own {
    SpscRing ring{1};
    bool keeps = true;

    void use(std::uint64_t number) {
        for (int times = 0; times < 3; ++times, ++number) {
            std::uint64_t found = 0;
            keeps =
                keeps && ring.try_push(number) && ring.try_pop(found) && found == number;
        }
    }
};

/// Sends unpredictable numbers through the empty ring, and writes to plain memory before
/// each push: if a ring makes only the numbers themselves visible, there's a race, in
/// our code. Nothing is popped before the ring has rejected a push. The threads agree on
/// that with relaxed accesses, which order nothing.
///
/// Before a place in that memory is written again, the number that it belonged to has been
/// popped, and another one after it: if a ring doesn't tell the producer what the consumer
/// did before, there's a race, too. And if rings share anything, there is one between a
/// thread's own ring and this one.
void send(driver::Words& words, SpscRing& ring, std::size_t capacity, std::size_t count,
          std::int64_t seed, std::array<Own, 2>& own) {
    constexpr std::size_t not_yet = SIZE_MAX;
    std::vector<std::uint64_t> behind(capacity + 2);
    std::atomic<std::size_t> accepted{not_yet};
    driver::Turns turns{capacity, "try_push", "try_pop"};
    std::thread producer{[&] {
        driver::Turns::Part part{turns, true};
        driver::Drawn numbers{seed};
        own[0].use(static_cast<std::uint64_t>(seed));
        for (std::size_t n = 0; n < count; ++n) {
            const std::uint64_t number = numbers.next();
            behind[n % behind.size()] = number;
            // A number that has all 64 bits.
            while (!part.made([&] { return ring.try_push(number * 31); })) {
                if (accepted.load(std::memory_order_relaxed) == not_yet) {
                    accepted.store(n, std::memory_order_relaxed);
                }
                if (n == 0) {
                    return;  // Or an empty ring without room would keep us here forever.
                }
                std::this_thread::yield();
            }
        }
        if (accepted.load(std::memory_order_relaxed) == not_yet) {
            accepted.store(count, std::memory_order_relaxed);
        }
    }};
    own[1].use(static_cast<std::uint64_t>(seed));
    while (accepted.load(std::memory_order_relaxed) == not_yet) {
        std::this_thread::yield();
    }
    const std::size_t first = accepted.load(std::memory_order_relaxed);
    words.answer(static_cast<std::int64_t>(first));
    if (first > 0) {
        driver::Turns::Part part{turns, false};
        for (std::size_t arrived = 0; arrived < count; ++arrived) {
            std::uint64_t number = 0;
            while (!part.made([&] { return ring.try_pop(number); })) {
                std::this_thread::yield();
            }
            number ^= behind[arrived % behind.size()];
            words.answer(static_cast<std::int64_t>(number));
        }
    }
    producer.join();
    words.answer(own[0].keeps && own[1].keeps);
}

}  // namespace

void driver::play(Words& words) {
    std::vector<std::unique_ptr<SpscRing>> rings(static_cast<std::size_t>(words.next()));
    std::vector<std::size_t> capacities;
    std::array<Own, 2> own;
    for (std::unique_ptr<SpscRing>& ring : rings) {
        capacities.push_back(static_cast<std::size_t>(words.next()));
        ring = std::make_unique<SpscRing>(capacities.back());
    }
    while (words.has_next()) {
        const std::int64_t operation = words.next();
        const auto number = static_cast<std::size_t>(words.next());
        SpscRing& ring = *rings.at(number);
        switch (operation) {
            case push:
                words.answer(ring.try_push(static_cast<std::uint64_t>(words.next())));
                break;
            case pop: {
                std::uint64_t value = 0;
                words.answer(ring.try_pop(value) ? static_cast<std::int64_t>(value)
                                                 : empty);
                break;
            }
            case transfer: {
                const auto count = static_cast<std::size_t>(words.next());
                send(words, ring, capacities.at(number), count, words.next(), own);
                break;
            }
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
