#include "spsc_ring.hpp"

#include <atomic>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>

// Plain numbers, which std::atomic_ref makes atomic where two threads meet.
struct SpscRing::State {
    std::size_t capacity = 0;
    std::shared_ptr<std::uint64_t[]> numbers;
    alignas(64) std::size_t pushed = 0;
    alignas(64) std::size_t popped = 0;

    static std::size_t acquire(std::size_t& count) noexcept {
        return std::atomic_ref<std::size_t>{count}.load(std::memory_order::acquire);
    }
    static void release(std::size_t& count, std::size_t value) noexcept {
        std::atomic_ref<std::size_t>{count}.store(value, std::memory_order::release);
    }
};

static_assert(std::atomic_ref<std::size_t>::is_always_lock_free);
static_assert(!std::is_signed_v<std::size_t> && std::numeric_limits<std::size_t>::digits >= 32);

SpscRing::SpscRing(std::size_t capacity)
    : state_{new State{.capacity = capacity, .numbers = std::make_shared<std::uint64_t[]>(capacity)}} {}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    State& ring = *state_;
    if (ring.pushed - State::acquire(ring.popped) == ring.capacity) {
        return false;
    }
    ring.numbers[static_cast<std::ptrdiff_t>(ring.pushed % ring.capacity)] = value;
    State::release(ring.pushed, ring.pushed + 1);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    State& ring = *state_;
    if (State::acquire(ring.pushed) == ring.popped) {
        return false;
    }
    value = ring.numbers[static_cast<std::ptrdiff_t>(ring.popped % ring.capacity)];
    State::release(ring.popped, ring.popped + 1);
    return true;
}
