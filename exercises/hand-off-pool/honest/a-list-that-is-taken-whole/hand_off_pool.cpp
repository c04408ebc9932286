#include "hand_off_pool.hpp"

#include <atomic>
#include <cstddef>
#include <utility>

namespace {

struct Node {
    Packet packet;  // first, so that a packet's address is its node's
    Node* next;
};

}  // namespace

/// The sink pushes onto a list, of which the source takes all at once: no ABA.
struct HandOffPool::State {
    Node* nodes;
    Node* mine = nullptr;
    alignas(64) std::atomic<Node*> returned{nullptr};
};

HandOffPool::HandOffPool(std::size_t packets) : state_{new State{new Node[packets]}} {
    for (std::size_t i = packets; i-- > 0;) {
        state_->nodes[i].next = std::exchange(state_->mine, &state_->nodes[i]);
    }
}

HandOffPool::~HandOffPool() {
    delete[] state_->nodes;
    delete state_;
}

Packet* HandOffPool::acquire() noexcept {
    if (!state_->mine) {
        state_->mine = state_->returned.exchange(nullptr, std::memory_order_acquire);
        if (!state_->mine) {
            return nullptr;
        }
    }
    Node* node = state_->mine;
    state_->mine = node->next;
    return &node->packet;
}

void HandOffPool::give_back(Packet* packet) noexcept {
    auto* node = reinterpret_cast<Node*>(packet);
    node->next = state_->returned.load(std::memory_order_relaxed);
    while (!state_->returned.compare_exchange_weak(node->next, node,
                                                   std::memory_order_release,
                                                   std::memory_order_relaxed)) {
    }
}
