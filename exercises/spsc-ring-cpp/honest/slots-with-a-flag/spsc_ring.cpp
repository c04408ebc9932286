#include "spsc_ring.hpp"

#include <array>
#include <atomic>
#include <memory>

namespace {

template <typename T>
struct Slot {
    std::atomic<bool> full{false};
    T value{};
};

}  // namespace

/// No counts are shared: each slot says whether it is full.
struct SpscRing::State {
    explicit State(std::size_t capacity)
        : slots{new Slot<std::uint64_t>[capacity]}, last{capacity - 1} {}

    std::unique_ptr<Slot<std::uint64_t>[]> slots;
    std::size_t last;
    alignas(64) std::size_t push = 0;
    alignas(64) std::size_t pop = 0;
};

SpscRing::SpscRing(std::size_t capacity) : state_{std::make_unique<State>(capacity).release()} {}

SpscRing::~SpscRing() {
    const std::unique_ptr<State> end{state_};
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    auto& slot = state_->slots[state_->push];
    if (slot.full.load(std::memory_order_acquire)) {
        return false;
    }
    slot.value = value;
    slot.full.store(true, std::memory_order_release);
    state_->push = (state_->push + 1) & state_->last;
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    auto& slot = state_->slots[state_->pop];
    if (!slot.full.load(std::memory_order_acquire)) {
        return false;
    }
    value = slot.value;
    slot.full.store(false, std::memory_order_release);
    state_->pop = (state_->pop + 1) & state_->last;
    return true;
}
