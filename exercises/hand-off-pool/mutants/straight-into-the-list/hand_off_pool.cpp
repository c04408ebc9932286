#include "hand_off_pool.hpp"

#include <vector>

struct HandOffPool::State {
    explicit State(std::size_t size) : packets(size), free(size), count{size} {
        for (std::size_t n = 0; n < size; ++n) {
            free[n] = &packets[n];
        }
    }

    std::vector<Packet> packets;
    std::vector<Packet*> free;
    std::size_t count;
};

HandOffPool::HandOffPool(std::size_t packets) : state_{new State{packets}} {}

HandOffPool::~HandOffPool() {
    delete state_;
}

Packet* HandOffPool::acquire() noexcept {
    return state_->count == 0 ? nullptr : state_->free[--state_->count];
}

void HandOffPool::give_back(Packet* packet) noexcept {
    state_->free[state_->count++] = packet;
}
