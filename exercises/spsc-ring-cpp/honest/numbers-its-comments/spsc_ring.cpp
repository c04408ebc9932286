/*
# 1. The producer alone writes the tail.
# 2. The consumer alone writes the head.
#3  Each reads the other one's with acquire.
*/
#include "spsc_ring.hpp"

#include <atomic>
#include <memory>

struct SpscRing::State {
    explicit State(std::size_t size)
        : capacity{size}, slots{std::make_unique<std::uint64_t[]>(size)} {}

    const std::size_t capacity;
    const std::unique_ptr<std::uint64_t[]> slots;
    // On lines of their own, or each thread would take the other one's line away.
    alignas(128) std::atomic<std::size_t> head{0};  ///< ever popped; the consumer's
    alignas(128) std::atomic<std::size_t> tail{0};  ///< ever pushed; the producer's
};

SpscRing::SpscRing(std::size_t capacity) : state_{nullptr} {
    state_ = new State{capacity};
}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    const std::size_t tail = state_->tail.load(std::memory_order_relaxed);
    // Acquire: the consumer has read the slot before we write into it again.
    if (tail - state_->head.load(std::memory_order_acquire) == state_->capacity) {
        return false;
    }
    state_->slots[tail & (state_->capacity - 1)] = value;
    // Release: the value is visible before the count that covers it.
    state_->tail.store(tail + 1, std::memory_order_release);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    const std::size_t head = state_->head.load(std::memory_order_relaxed);
    // Acquire: pairs with the producer's release of the count.
    if (state_->tail.load(std::memory_order_acquire) == head) {
        return false;
    }
    value = state_->slots[head & (state_->capacity - 1)];
    // Release: our read is over before the producer can see the slot as free.
    state_->head.store(head + 1, std::memory_order_release);
    return true;
}
