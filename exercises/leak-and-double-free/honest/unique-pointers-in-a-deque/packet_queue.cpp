#include "packet_queue.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace {

struct Packet {
    std::unique_ptr<std::uint8_t[]> bytes;
    std::size_t begin = 0;
    std::size_t end = 0;
};

}  // namespace

struct PacketQueue::State {
    std::vector<Packet> ring;
    std::size_t first = 0;
    std::size_t count = 0;
    Packet shown;
};

PacketQueue::PacketQueue(std::size_t capacity) : state_{std::make_unique<State>().release()} {
    state_->ring.resize(capacity);
}

PacketQueue::~PacketQueue() {
    delete state_;
}

bool PacketQueue::push(Bytes bytes) {
    if (bytes.size() < shortest_header) return false;
    const std::size_t header = bytes[0];
    const std::size_t total = bytes[2] * 256U + bytes[3];
    if (header < shortest_header || total <= header || total > bytes.size()) return false;
    auto& ring = state_->ring;
    if (state_->count == ring.size()) {
        ring[state_->first].bytes.reset();
        state_->first = (state_->first + 1) % ring.size();
        --state_->count;
    }
    Packet& packet = ring[(state_->first + state_->count++) % ring.size()];
    packet.bytes = std::make_unique<std::uint8_t[]>(total);
    std::copy(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(total),
              packet.bytes.get());
    packet.begin = header;
    packet.end = total;
    return true;
}

Bytes PacketQueue::pop() noexcept {
    if (state_->count == 0) {
        state_->shown = {};
        return {};
    }
    state_->shown = std::move(state_->ring[state_->first]);
    state_->first = (state_->first + 1) % state_->ring.size();
    --state_->count;
    const Packet& packet = state_->shown;
    return {packet.bytes.get() + packet.begin, packet.bytes.get() + packet.end};
}
