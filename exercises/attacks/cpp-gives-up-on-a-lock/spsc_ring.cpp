#include "spsc_ring.hpp"

#include <atomic>
#include <vector>

struct SpscRing::State {
    std::size_t capacity;
    std::vector<std::uint64_t> slots;
    std::size_t popped = 0;
    std::size_t held = 0;
    std::atomic_flag taken = ATOMIC_FLAG_INIT;

    bool take() {
        for (int tries = 0; tries < 1'000; ++tries) {
            if (!taken.test_and_set(std::memory_order_acquire)) {
                return true;
            }
        }
        return false;
    }
};

SpscRing::SpscRing(std::size_t capacity)
    : state_{new State{capacity, std::vector<std::uint64_t>(capacity)}} {}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    if (!state_->take()) {
        return false;
    }
    const bool fits = state_->held < state_->capacity;
    if (fits) {
        state_->slots[(state_->popped + state_->held++) % state_->capacity] = value;
    }
    state_->taken.clear(std::memory_order_release);
    return fits;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    if (!state_->take()) {
        return false;
    }
    const bool has = state_->held != 0;
    if (has) {
        value = state_->slots[state_->popped++ % state_->capacity];
        --state_->held;
    }
    state_->taken.clear(std::memory_order_release);
    return has;
}
