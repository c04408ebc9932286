#define LINE 64
#define PAUSES  // nobody waits here, but they may
#include "spsc_ring.hpp"

#include <cstdlib>
#include <new>

#define LOAD(count) __atomic_load_n(&(count), __ATOMIC_ACQUIRE)
#define STORE(count, value) __atomic_store_n(&(count), (value), __ATOMIC_RELEASE)

// As C has had it for a long time: GCC's and Clang's builtins on plain numbers.
struct SpscRing::State {
    std::size_t size;
    __typeof__(size) pushed __attribute__((aligned(LINE)));
    __typeof__(size) popped __attribute__((__aligned__(LINE)));
    std::uint64_t* __restrict__ slots [[gnu::aligned(LINE)]];
};

SpscRing::SpscRing(std::size_t capacity) : state_{new State{capacity, 0, 0, nullptr}} {
    std::size_t bytes;
    if (__builtin_mul_overflow(capacity, sizeof(std::uint64_t), &bytes)) throw std::bad_alloc{};
    state_->slots = static_cast<std::uint64_t*>(std::malloc(bytes));
    if (state_->slots == NULL) throw std::bad_alloc{};
}

SpscRing::~SpscRing() {
    std::free(state_->slots);
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    State* const ring = state_;
    if (__builtin_expect(ring->pushed - LOAD(ring->popped) == ring->size, 0)) return false;
    ring->slots[ring->pushed % ring->size] = value;
    STORE(ring->pushed, ring->pushed + 1);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    State* const ring = state_;
    if (__builtin_expect(LOAD(ring->pushed) == ring->popped, 0)) return false;
    value = ring->slots[ring->popped % ring->size];
    STORE(ring->popped, ring->popped + 1);
    return true;
}
