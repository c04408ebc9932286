#include "hand_off_pool.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

/* A flag for each packet; the source looks round for one that is free. */
struct HandOffPool::State {
    std::size_t n;
    std::size_t at;
    Packet *packets;
    std::atomic<unsigned char> *busy;
};

HandOffPool::HandOffPool(std::size_t packets) : state_((State *)std::malloc(sizeof(State))) {
    state_->n = packets;
    state_->at = 0;
    state_->packets = (Packet *)std::aligned_alloc(64, packets * sizeof(Packet));
    std::memset(state_->packets, 0, packets * sizeof(Packet));
    state_->busy = new std::atomic<unsigned char>[packets]();
}

HandOffPool::~HandOffPool() {
    delete[] state_->busy;
    std::free(state_->packets);
    std::free(state_);
}

Packet *HandOffPool::acquire() noexcept {
    for (std::size_t tried = 0; tried < state_->n; ++tried) {
        const std::size_t i = state_->at;
        state_->at = i + 1 == state_->n ? 0 : i + 1;
        if (!state_->busy[i].load(std::memory_order_acquire)) {
            state_->busy[i].store(1, std::memory_order_relaxed);
            return state_->packets + i;
        }
    }
    return nullptr;
}

void HandOffPool::give_back(Packet *packet) noexcept {
    state_->busy[packet - state_->packets].store(0, std::memory_order_release);
}
