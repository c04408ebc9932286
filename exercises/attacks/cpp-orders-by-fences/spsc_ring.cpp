#include "spsc_ring.hpp"

#include <atomic>
#include <memory>

// Order by fences, and relaxed counts: [atomics.fences], a release fence before a store and
// an acquire fence after the load that reads it.
struct SpscRing::State {
    explicit State(std::size_t size)
        : capacity{size}, slots{std::make_unique<std::uint64_t[]>(size)} {}

    const std::size_t capacity;
    const std::unique_ptr<std::uint64_t[]> slots;
    alignas(128) std::atomic<std::size_t> head{0};
    alignas(128) std::atomic<std::size_t> tail{0};
};

SpscRing::SpscRing(std::size_t capacity) : state_{new State{capacity}} {}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    const std::size_t tail = state_->tail.load(std::memory_order_relaxed);
    if (tail - state_->head.load(std::memory_order_relaxed) == state_->capacity) {
        return false;
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    state_->slots[tail & (state_->capacity - 1)] = value;
    std::atomic_thread_fence(std::memory_order_release);
    state_->tail.store(tail + 1, std::memory_order_relaxed);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    const std::size_t head = state_->head.load(std::memory_order_relaxed);
    if (state_->tail.load(std::memory_order_relaxed) == head) {
        return false;
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    value = state_->slots[head & (state_->capacity - 1)];
    std::atomic_thread_fence(std::memory_order_release);
    state_->head.store(head + 1, std::memory_order_relaxed);
    return true;
}
