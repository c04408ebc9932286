#include "packet_queue.hpp"

// Your code here.
// Or rather your repairs: the code is complete, but has three bugs.

#include <algorithm>
#include <vector>

namespace {

/// Where a packet's payload begins and ends, in bytes from its start.
struct Header {
    std::size_t length;
    std::size_t total;
};

/// A packet's bytes and its parsed header. Owns both.
struct Packet {
    explicit Packet(Bytes wire)
        : bytes{new std::uint8_t[wire.size()]}, size{wire.size()} {
        std::copy(wire.begin(), wire.end(), bytes);
    }
    ~Packet() {
        delete header;
        delete[] bytes;
    }
    Packet(const Packet&) = delete;
    Packet& operator=(const Packet&) = delete;

    /// Parses the header. @return true if this is a packet
    bool parse() {
        if (size < PacketQueue::shortest_header) {
            return false;
        }
        const std::size_t total = std::size_t{bytes[2]} << 8U | bytes[3];
        header = new Header{bytes[0], total};
        return header->length >= PacketQueue::shortest_header &&
               header->length < header->total && header->total <= size;
    }

    Bytes payload() const noexcept {
        return {bytes + header->length, bytes + header->total};
    }

    std::uint8_t* bytes;
    std::size_t size;
    Header* header = nullptr;  ///< null until it's parsed
};

}  // namespace

struct PacketQueue::State {
    explicit State(std::size_t capacity) : places(capacity) {}
    ~State() {
        for (; count > 0; skip()) {
            delete at(0);
        }
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    /// The place of a packet that has `behind` others before it.
    Packet*& at(std::size_t behind) noexcept {
        return places[(oldest + behind) % places.size()];
    }

    /// Advances beyond the oldest packet.
    void skip() noexcept {
        oldest = (oldest + 1) % places.size();
        --count;
    }

    std::vector<Packet*> places;
    std::size_t oldest = 0;  ///< the oldest packet's place
    std::size_t count = 0;
};

PacketQueue::PacketQueue(std::size_t capacity) : state_{new State{capacity}} {}

PacketQueue::~PacketQueue() {
    delete state_;
}

bool PacketQueue::push(Bytes bytes) {
    // Your code here.
    auto* packet = new Packet{bytes};
    if (!packet->parse()) {
        delete packet->header;
        delete packet;
        return false;
    }
    if (state_->count == state_->places.size()) {
        state_->skip();
    }
    state_->at(state_->count) = packet;
    ++state_->count;
    return true;
}

Bytes PacketQueue::pop() noexcept {
    // Your code here.
    if (state_->count == 0) {
        return {};
    }
    const Packet* packet = state_->at(0);
    const Bytes payload = packet->payload();
    state_->skip();
    delete packet;
    return payload;
}
