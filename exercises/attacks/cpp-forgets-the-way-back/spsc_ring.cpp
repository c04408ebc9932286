#include "spsc_ring.hpp"

#include <atomic>
#include <vector>

// Forgets the second pair: nothing orders a pop's read of a slot before the push that
// uses it again. The slots are atomic, so this is no race to ThreadSanitizer, but on Arm,
// where a load may be overtaken by a later store, a pop can return a later number.

struct SpscRing::State {
    explicit State(std::size_t size) : slots(size) {}
    std::vector<std::atomic<std::uint64_t>> slots;
    alignas(128) std::atomic<std::size_t> head{0};
    alignas(128) std::atomic<std::size_t> tail{0};
};

SpscRing::SpscRing(std::size_t capacity) : state_{new State{capacity}} {}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    const std::size_t size = state_->slots.size();
    const std::size_t tail = state_->tail.load(std::memory_order_relaxed);
    if (tail - state_->head.load(std::memory_order_relaxed) == size) {
        return false;
    }
    state_->slots[tail & (size - 1)].store(value, std::memory_order_relaxed);
    state_->tail.store(tail + 1, std::memory_order_release);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    const std::size_t size = state_->slots.size();
    const std::size_t head = state_->head.load(std::memory_order_relaxed);
    if (state_->tail.load(std::memory_order_acquire) == head) {
        return false;
    }
    value = state_->slots[head & (size - 1)].load(std::memory_order_relaxed);
    state_->head.store(head + 1, std::memory_order_relaxed);
    return true;
}
