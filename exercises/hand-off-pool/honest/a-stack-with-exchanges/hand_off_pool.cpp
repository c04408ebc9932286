#include "hand_off_pool.hpp"

#include <atomic>
#include <cstddef>
#include <memory>

// A singly linked stack that the sink pushes to and the source pops from with CAS. Only
// one pops, so there's no ABA problem: a node can't come back while it's being popped.
namespace {
struct Node {
    Packet packet;
    Node* next;
};
static_assert(offsetof(Node, packet) == 0);
}  // namespace

struct HandOffPool::State {
    std::unique_ptr<Node[]> nodes;
    std::atomic<Node*> top{nullptr};
};

HandOffPool::HandOffPool(std::size_t packets) : state_{new State} {
    state_->nodes = std::make_unique<Node[]>(packets);
    for (std::size_t i = 0; i < packets; ++i) {
        state_->nodes[i].next = state_->top.load();
        state_->top = &state_->nodes[i];
    }
}
HandOffPool::~HandOffPool() {
    delete state_;
}

Packet* HandOffPool::acquire() noexcept {
    Node* top = state_->top.load(std::memory_order_acquire);
    while (top != nullptr &&
           !state_->top.compare_exchange_weak(top, top->next, std::memory_order_acquire,
                                              std::memory_order_acquire)) {
    }
    return top == nullptr ? nullptr : &top->packet;
}

void HandOffPool::give_back(Packet* packet) noexcept {
    Node* node = reinterpret_cast<Node*>(packet);
    node->next = state_->top.load(std::memory_order_relaxed);
    while (!state_->top.compare_exchange_weak(node->next, node, std::memory_order_release,
                                              std::memory_order_relaxed)) {
    }
}
