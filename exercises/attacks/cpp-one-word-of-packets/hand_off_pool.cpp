#include "hand_off_pool.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <vector>

// A bit for each free packet, in a single word: no ring, and no order to think of.
// Packets after the 64th are never handed out.

struct HandOffPool::State {
    explicit State(std::size_t count)
        : packets(count),
          free{count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0}} {}

    std::vector<Packet> packets;
    std::atomic<std::uint64_t> free;
};

HandOffPool::HandOffPool(std::size_t packets) : state_{new State{packets}} {}

HandOffPool::~HandOffPool() {
    delete state_;
}

Packet* HandOffPool::acquire() noexcept {
    const std::uint64_t free = state_->free.load();
    if (free == 0) {
        return nullptr;
    }
    const int place = std::countr_zero(free);
    state_->free.fetch_and(~(std::uint64_t{1} << place));
    return &state_->packets[static_cast<std::size_t>(place)];
}

void HandOffPool::give_back(Packet* packet) noexcept {
    const auto place = packet - state_->packets.data();
    state_->free.fetch_or(std::uint64_t{1} << place);
}
