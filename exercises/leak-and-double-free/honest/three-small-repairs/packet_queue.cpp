#include "packet_queue.hpp"

#include <algorithm>
#include <vector>

namespace {

struct Header {
    std::size_t length;
    std::size_t total;
};

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
    Header* header = nullptr;
};

}  // namespace

struct PacketQueue::State {
    explicit State(std::size_t capacity) : places(capacity) {}
    ~State() {
        for (; count > 0; skip()) {
            delete at(0);
        }
        delete lent;
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Packet*& at(std::size_t behind) noexcept {
        return places[(oldest + behind) % places.size()];
    }

    void skip() noexcept {
        oldest = (oldest + 1) % places.size();
        --count;
    }

    std::vector<Packet*> places;
    std::size_t oldest = 0;
    std::size_t count = 0;
    Packet* lent = nullptr;
};

PacketQueue::PacketQueue(std::size_t capacity) : state_{new State{capacity}} {}

PacketQueue::~PacketQueue() {
    delete state_;
}

bool PacketQueue::push(Bytes bytes) {
    auto* packet = new Packet{bytes};
    if (!packet->parse()) {
        delete packet;  // repaired: its header is its own
        return false;
    }
    if (state_->count == state_->places.size()) {
        delete state_->at(0);  // repaired: nobody else would
        state_->skip();
    }
    state_->at(state_->count) = packet;
    ++state_->count;
    return true;
}

Bytes PacketQueue::pop() noexcept {
    delete state_->lent;
    state_->lent = nullptr;
    if (state_->count == 0) {
        return {};
    }
    state_->lent = state_->at(0);  // repaired: it lives until the next one
    state_->skip();
    return state_->lent->payload();
}
