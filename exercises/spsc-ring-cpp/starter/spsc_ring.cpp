#include "spsc_ring.hpp"

#include <atomic>
#include <memory>

struct SpscRing::State {
    // Your code here.
};

SpscRing::SpscRing(std::size_t capacity) : state_{nullptr} {
    // Your code here.
    static_cast<void>(capacity);
    state_ = new State{};
}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    // Your code here.
    static_cast<void>(value);
    return true;  // Wrong at once, but nothing waits.
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    // Your code here.
    value = 0;
    return true;
}
