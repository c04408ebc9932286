#include "spsc_ring.hpp"

#include <atomic>
#include <bit>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>

// Each side keeps what it saw last of the other one. `ifunc` is the index function.
struct SpscRing::State {
    struct alignas(128) Side {
        std::atomic<std::size_t> count{};
        std::size_t seen{};
    };

    explicit State(std::size_t size) : mask{size - 1}, slots{new std::uint64_t[size]{}} {
        if (!std::has_single_bit(size)) {
            throw std::invalid_argument("no power of two: " + std::to_string(size));
        }
    }
    ~State() { delete[] slots; }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    const std::size_t mask;
    std::uint64_t* const slots;
    Side producer;
    Side consumer;
};

SpscRing::SpscRing(std::size_t capacity) : state_{new State(capacity)} {}
SpscRing::~SpscRing() { delete state_; }

bool SpscRing::try_push(std::uint64_t value) noexcept {
    auto& [mine, seen] = state_->producer;
    const auto ifunc = [mask = state_->mask](std::size_t n) { return n & mask; };
    const std::size_t tail = mine.load(std::memory_order_relaxed);
    if (tail - seen > state_->mask) {
        seen = state_->consumer.count.load(std::memory_order_acquire);
        if (tail - seen > state_->mask) [[unlikely]] {
            return false;
        }
    }
    state_->slots[ifunc(tail)] = value;
    mine.store(tail + 1, std::memory_order_release);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    auto& [mine, seen] = state_->consumer;
    const std::size_t head = mine.load(std::memory_order_relaxed);
    if (head == seen) {
        seen = state_->producer.count.load(std::memory_order_acquire);
        if (head == seen) [[unlikely]] {
            return false;
        }
    }
    value = state_->slots[head & state_->mask];
    mine.store(head + 1, std::memory_order_release);
    return true;
}
