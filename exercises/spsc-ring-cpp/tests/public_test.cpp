/// For learning: what a ring must do. The judge asks much more, and looks for races.

#include <chrono>
#include <cstdint>
#include <thread>

#include "expect.hpp"
#include "spsc_ring.hpp"

namespace {

/// The oldest number; -1 if there is none.
long long popped(SpscRing& ring) {
    std::uint64_t value = 0;
    return ring.try_pop(value) ? static_cast<long long>(value) : -1;
}

void keeps_order() {
    SpscRing ring{4};
    expect::same("what an empty ring gives", -1, popped(ring));
    for (std::uint64_t n = 10; n < 14; ++n) {
        expect::that("a ring of four takes four numbers", ring.try_push(n));
    }
    expect::that("and no fifth one", !ring.try_push(14));
    expect::same("the first number popped", 10, popped(ring));
    expect::that("now there is room again", ring.try_push(15));
    expect::same("the second one", 11, popped(ring));
    expect::same("the third one", 12, popped(ring));
    expect::same("the fourth one", 13, popped(ring));
    expect::same("and the one that came later", 15, popped(ring));
    expect::same("then it is empty", -1, popped(ring));
}

void holds_one() {
    SpscRing ring{1};
    for (std::uint64_t n = 0; n < 3; ++n) {
        expect::that("a ring of one takes a number", ring.try_push(n));
        expect::that("and no second one", !ring.try_push(n));
        expect::same("and gives it back", static_cast<long long>(n), popped(ring));
    }
}

/// Ends whatever the ring does, because it stops trying after a while.
void passes_numbers_between_threads() {
    constexpr std::uint64_t count = 10'000;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{3};
    const auto late = [end] { return std::chrono::steady_clock::now() > end; };
    SpscRing ring{64};
    std::thread producer{[&] {
        for (std::uint64_t n = 0; n < count && !late();) {
            if (ring.try_push(n)) {
                ++n;
            } else {
                std::this_thread::yield();  // the other thread may need this core
            }
        }
    }};
    std::uint64_t right = 0;
    while (right < count && !late()) {
        std::uint64_t value = 0;
        if (ring.try_pop(value)) {
            if (value != right) {
                break;
            }
            ++right;
        } else {
            std::this_thread::yield();
        }
    }
    producer.join();
    expect::same("numbers that arrive in order", count, static_cast<long long>(right));
}

}  // namespace

int main() {
    keeps_order();
    holds_one();
    passes_numbers_between_threads();
    return expect::done();
}
