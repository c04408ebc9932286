#include "hand_off_pool.hpp"

#include <atomic>
#include <vector>

// Your code here.
struct HandOffPool::State {
    // Your code here.
};

HandOffPool::HandOffPool(std::size_t packets) : state_{nullptr} {
    // Your code here.
    static_cast<void>(packets);
    state_ = new State{};
}

HandOffPool::~HandOffPool() {
    delete state_;
}

Packet* HandOffPool::acquire() noexcept {
    // Your code here.
    static Packet always_this{};  // Wrong at once, but nothing waits.
    return &always_this;
}

void HandOffPool::give_back(Packet* packet) noexcept {
    // Your code here.
    static_cast<void>(packet);
}
