/// Pushes to and pops from several rings, in one thread and in two.
///
/// Words: a number that is never pushed; then, each with the number of a ring, OPEN and
/// the capacity of a ring that replaces the previous one; PUSH and a value; POP; or
/// TRANSFER, a count and a seed. Answers: 1 or 0 for a push; for a pop, the value, or the
/// first word if there was none; for a transfer, how many pushes the empty ring accepted
/// in a row, a digest of each number that arrived, then 1 if the threads' own rings kept
/// theirs.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "drawn.hpp"
#include "spsc_ring.hpp"
#include "turns.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t next_ring = 0;
constexpr std::int64_t push = 1;
constexpr std::int64_t pop = 2;
constexpr std::int64_t transfer = 3;
constexpr std::size_t most_rings = 6;  ///< at a time

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
    const std::int64_t empty = words.next();
    std::array<std::optional<SpscRing>, most_rings> rings;
    std::array<std::size_t, most_rings> capacities{};
    std::array<Own, 2> own;
    while (words.has_next()) {
        const std::int64_t operation = words.next();
        const auto number = static_cast<std::size_t>(words.next());
        std::optional<SpscRing>& ring = rings.at(number);
        if (operation == next_ring) {
            capacities[number] = static_cast<std::size_t>(words.next());
            ring.emplace(capacities[number]);
            continue;
        }
        switch (operation) {
            case push:
                words.answer(
                    ring.value().try_push(static_cast<std::uint64_t>(words.next())));
                break;
            case pop: {
                std::uint64_t value = 0;
                words.answer(ring.value().try_pop(value)
                                 ? static_cast<std::int64_t>(value)
                                 : empty);
                break;
            }
            case transfer: {
                const auto count = static_cast<std::size_t>(words.next());
                send(words, ring.value(), capacities[number], count, words.next(), own);
                break;
            }
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
