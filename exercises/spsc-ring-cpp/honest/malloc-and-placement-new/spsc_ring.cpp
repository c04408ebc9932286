#include "spsc_ring.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

/* As somebody writes who comes from C. */

struct SpscRing::State {
    std::size_t mask;
    std::uint64_t *slots;
    char pad0[128];
    std::atomic<std::size_t> head;
    char pad1[128];
    std::atomic<std::size_t> tail;
};

SpscRing::SpscRing(std::size_t capacity) : state_(NULL)
{
    void *memory = malloc(sizeof(State));
    if (!memory) throw std::bad_alloc();
    state_ = new (memory) State;
    state_->mask = capacity - 1;
    state_->slots = (std::uint64_t *)calloc(capacity, sizeof *state_->slots);
    if (!state_->slots) { free(state_); throw std::bad_alloc(); }
    state_->head = 0;
    state_->tail = 0;
}

SpscRing::~SpscRing()
{
    free(state_->slots);
    state_->~State();
    free(state_);
}

bool SpscRing::try_push(std::uint64_t value) noexcept
{
    std::size_t t = state_->tail.load(std::memory_order_relaxed);
    if (t - state_->head.load(std::memory_order_acquire) > state_->mask)
        return false;
    state_->slots[t & state_->mask] = value;
    state_->tail.store(t + 1, std::memory_order_release);
    return true;
}

bool SpscRing::try_pop(std::uint64_t &value) noexcept
{
    std::size_t h = state_->head.load(std::memory_order_relaxed);
    if (h == state_->tail.load(std::memory_order_acquire))
        return false;
    value = state_->slots[h & state_->mask];
    state_->head.store(h + 1, std::memory_order_release);
    return true;
}
