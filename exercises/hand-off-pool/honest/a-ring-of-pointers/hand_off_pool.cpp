#include "hand_off_pool.hpp"

#include <atomic>
#include <memory>
#include <vector>

/// All packets lie in the ring in the beginning; it has one place more than packets.
struct HandOffPool::State {
    explicit State(std::size_t count)
        : packets{std::make_unique<Packet[]>(count)}, ring(count + 1) {
        for (std::size_t i = 0; i < count; ++i) {
            ring[i] = &packets[i];
        }
        back.store(count, std::memory_order_relaxed);
    }
    std::size_t after(std::size_t place) const noexcept {
        return place + 1 == ring.size() ? 0 : place + 1;
    }

    std::unique_ptr<Packet[]> packets;
    std::vector<Packet*> ring;
    std::atomic<std::size_t> front{0};
    std::atomic<std::size_t> back;
};

HandOffPool::HandOffPool(std::size_t packets) : state_{new State{packets}} {}

HandOffPool::~HandOffPool() {
    delete state_;
}

Packet* HandOffPool::acquire() noexcept {
    const auto place = state_->front.load(std::memory_order_relaxed);
    if (place == state_->back.load(std::memory_order_acquire)) {
        return nullptr;
    }
    Packet* packet = state_->ring[place];
    state_->front.store(state_->after(place), std::memory_order_release);
    return packet;
}

void HandOffPool::give_back(Packet* packet) noexcept {
    const auto place = state_->back.load(std::memory_order_relaxed);
    state_->ring[place] = packet;
    state_->back.store(state_->after(place), std::memory_order_release);
}
