#include "spsc_ring.hpp"
#include <atomic>
#include <algorithm>
#include <numeric>
#include <vector>

/// Read-modify-write instead of a store, where others store.
struct SpscRing::State
{
    std::vector<std::atomic<std::uint64_t>> cells;
    std::atomic_size_t first = 0, last = 0;
};

SpscRing::SpscRing(std::size_t capacity) : state_(new State{.cells = std::vector<std::atomic<std::uint64_t>>(capacity)})
{
}

SpscRing::~SpscRing()
{
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept
{
    std::size_t n = state_->last.load(std::memory_order_relaxed);
    if (n - state_->first.load(std::memory_order_acquire) == state_->cells.size())
        return false;
    state_->cells[n % state_->cells.size()].store(value, std::memory_order_relaxed);
    state_->last.fetch_add(1, std::memory_order_release);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept
{
    std::size_t n = state_->first.load(std::memory_order_relaxed);
    if (n == state_->last.load(std::memory_order_acquire))
        return false;
    value = state_->cells[n % state_->cells.size()].load(std::memory_order_relaxed);
    state_->first.fetch_add(1, std::memory_order_acq_rel);
    return true;
}
