/// Plays pushes and pops on one ring, by one thread and then by two.
///
/// Words: the capacity; then PUSH and a value, POP, or TRANSFER and how many. Answers: 1
/// or 0 for a push; the value or EMPTY for a pop; each number that a transfer brought.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include "spsc_ring.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t push = 0;
constexpr std::int64_t pop = 1;
constexpr std::int64_t transfer = 2;
constexpr std::int64_t empty = -1;

/// Sends 0, 1, ... through the ring, with something in plain memory behind each number:
/// a ring that makes only the numbers themselves visible has a race here, in our code.
void send(driver::Words& words, SpscRing& ring, std::uint64_t count) {
    std::vector<std::int64_t> behind(count);
    std::thread producer{[&ring, &behind] {
        for (std::size_t n = 0; n < behind.size(); ++n) {
            behind[n] = static_cast<std::int64_t>(n * n + 1);
            while (!ring.try_push(n)) {
                std::this_thread::yield();
            }
        }
    }};
    for (std::uint64_t arrived = 0; arrived < count; ++arrived) {
        std::uint64_t number = 0;
        while (!ring.try_pop(number)) {
            std::this_thread::yield();
        }
        words.answer(number < count ? behind[number] : empty);
    }
    producer.join();
}

}  // namespace

void driver::play(Words& words) {
    SpscRing ring{static_cast<std::size_t>(words.next())};
    while (words.has_next()) {
        switch (words.next()) {
            case push:
                words.answer(ring.try_push(static_cast<std::uint64_t>(words.next())));
                break;
            case pop: {
                std::uint64_t value = 0;
                words.answer(ring.try_pop(value) ? static_cast<std::int64_t>(value)
                                                 : empty);
                break;
            }
            case transfer:
                send(words, ring, static_cast<std::uint64_t>(words.next()));
                break;
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
