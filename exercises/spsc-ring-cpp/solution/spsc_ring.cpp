#include "spsc_ring.hpp"

#include <atomic>
#include <memory>

struct SpscRing::State {
    // BEGIN SOLUTION
    explicit State(std::size_t size)
        : capacity{size}, slots{std::make_unique<std::uint64_t[]>(size)} {}

    const std::size_t capacity;
    const std::unique_ptr<std::uint64_t[]> slots;
    // On separate cache lines, or each thread would keep invalidating the other one's.
    alignas(128) std::atomic<std::size_t> head{0};  ///< total pops; the consumer's
    alignas(128) std::atomic<std::size_t> tail{0};  ///< total pushes; the producer's
    // END SOLUTION
};

SpscRing::SpscRing(std::size_t capacity) : state_{nullptr} {
    // BEGIN SOLUTION
    state_ = new State{capacity};
    // STARTER: static_cast<void>(capacity);
    // STARTER: state_ = new State{};
    // END SOLUTION
}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    // BEGIN SOLUTION
    const std::size_t tail = state_->tail.load(std::memory_order_relaxed);
    // Acquire: the consumer has read the slot before we write into it again.
    if (tail - state_->head.load(std::memory_order_acquire) == state_->capacity) {
        return false;
    }
    state_->slots[tail & (state_->capacity - 1)] = value;
    // Release: the value is visible before the count that covers it.
    state_->tail.store(tail + 1, std::memory_order_release);
    return true;
    // STARTER: static_cast<void>(value);
    // STARTER: return true;  // Wrong at once, but nothing waits.
    // END SOLUTION
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    // BEGIN SOLUTION
    const std::size_t head = state_->head.load(std::memory_order_relaxed);
    // Acquire: pairs with the producer's release of the count.
    if (state_->tail.load(std::memory_order_acquire) == head) {
        return false;
    }
    value = state_->slots[head & (state_->capacity - 1)];
    // Release: our read is over before the producer can see the slot as free.
    state_->head.store(head + 1, std::memory_order_release);
    return true;
    // STARTER: value = 0;
    // STARTER: return true;
    // END SOLUTION
}
