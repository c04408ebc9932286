#include "packet_queue.hpp"

// BEGIN SOLUTION
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace {

/// Where a packet's payload begins and ends, in bytes from its start.
struct Header {
    std::size_t length;
    std::size_t total;
};

/// A packet's bytes and its parsed header.
struct Packet {
    explicit Packet(Bytes wire)
        : bytes{std::make_unique<std::uint8_t[]>(wire.size())}, size{wire.size()} {
        std::copy(wire.begin(), wire.end(), bytes.get());
    }

    /// Parses the header. @return true if this is a packet
    bool parse() {
        if (size < PacketQueue::shortest_header) {
            return false;
        }
        const std::size_t total = std::size_t{bytes[2]} << 8U | bytes[3];
        header = std::make_unique<Header>(Header{bytes[0], total});
        return header->length >= PacketQueue::shortest_header &&
               header->length < header->total && header->total <= size;
    }

    Bytes payload() const noexcept {
        return {bytes.get() + header->length, bytes.get() + header->total};
    }

    std::unique_ptr<std::uint8_t[]> bytes;
    std::size_t size;
    std::unique_ptr<Header> header;  ///< null until it's parsed
};

}  // namespace

struct PacketQueue::State {
    explicit State(std::size_t capacity) : places(capacity) {}

    /// The place of a packet that has `behind` others before it.
    std::unique_ptr<Packet>& at(std::size_t behind) noexcept {
        return places[(oldest + behind) % places.size()];
    }

    /// Advances beyond the oldest packet.
    void skip() noexcept {
        oldest = (oldest + 1) % places.size();
        --count;
    }

    std::vector<std::unique_ptr<Packet>> places;
    std::size_t oldest = 0;  ///< the oldest packet's place
    std::size_t count = 0;
    std::unique_ptr<Packet> shown;  ///< whose payload was handed out
};

// STARTER: // Or rather your repairs: the code is complete, but has three bugs.
// STARTER:
// STARTER: #include <algorithm>
// STARTER: #include <vector>
// STARTER:
// STARTER: namespace {
// STARTER:
// STARTER: /// Where a packet's payload begins and ends, in bytes from its start.
// STARTER: struct Header {
// STARTER:     std::size_t length;
// STARTER:     std::size_t total;
// STARTER: };
// STARTER:
// STARTER: /// A packet's bytes and its parsed header. Owns both.
// STARTER: struct Packet {
// STARTER:     explicit Packet(Bytes wire)
// STARTER:         : bytes{new std::uint8_t[wire.size()]}, size{wire.size()} {
// STARTER:         std::copy(wire.begin(), wire.end(), bytes);
// STARTER:     }
// STARTER:     ~Packet() {
// STARTER:         delete header;
// STARTER:         delete[] bytes;
// STARTER:     }
// STARTER:     Packet(const Packet&) = delete;
// STARTER:     Packet& operator=(const Packet&) = delete;
// STARTER:
// STARTER:     /// Parses the header. @return true if this is a packet
// STARTER:     bool parse() {
// STARTER:         if (size < PacketQueue::shortest_header) {
// STARTER:             return false;
// STARTER:         }
// STARTER:         const std::size_t total = std::size_t{bytes[2]} << 8U | bytes[3];
// STARTER:         header = new Header{bytes[0], total};
// STARTER:         return header->length >= PacketQueue::shortest_header &&
// STARTER:                header->length < header->total && header->total <= size;
// STARTER:     }
// STARTER:
// STARTER:     Bytes payload() const noexcept {
// STARTER:         return {bytes + header->length, bytes + header->total};
// STARTER:     }
// STARTER:
// STARTER:     std::uint8_t* bytes;
// STARTER:     std::size_t size;
// STARTER:     Header* header = nullptr;  ///< null until it's parsed
// STARTER: };
// STARTER:
// STARTER: }  // namespace
// STARTER:
// STARTER: struct PacketQueue::State {
// STARTER:     explicit State(std::size_t capacity) : places(capacity) {}
// STARTER:     ~State() {
// STARTER:         for (; count > 0; skip()) {
// STARTER:             delete at(0);
// STARTER:         }
// STARTER:     }
// STARTER:     State(const State&) = delete;
// STARTER:     State& operator=(const State&) = delete;
// STARTER:
// STARTER:     /// The place of a packet that has `behind` others before it.
// STARTER:     Packet*& at(std::size_t behind) noexcept {
// STARTER:         return places[(oldest + behind) % places.size()];
// STARTER:     }
// STARTER:
// STARTER:     /// Advances beyond the oldest packet.
// STARTER:     void skip() noexcept {
// STARTER:         oldest = (oldest + 1) % places.size();
// STARTER:         --count;
// STARTER:     }
// STARTER:
// STARTER:     std::vector<Packet*> places;
// STARTER:     std::size_t oldest = 0;  ///< the oldest packet's place
// STARTER:     std::size_t count = 0;
// STARTER: };
// STARTER:
// END SOLUTION
PacketQueue::PacketQueue(std::size_t capacity) : state_{new State{capacity}} {}

PacketQueue::~PacketQueue() {
    delete state_;
}

bool PacketQueue::push(Bytes bytes) {
    // BEGIN SOLUTION
    auto packet = std::make_unique<Packet>(bytes);
    if (!packet->parse()) {
        return false;  // The packet goes, and its header with it.
    }
    if (state_->count == state_->places.size()) {
        state_->skip();
    }
    // If the queue is full, the oldest packet is in this place, so assigning frees it.
    state_->at(state_->count) = std::move(packet);
    ++state_->count;
    return true;
    // STARTER: auto* packet = new Packet{bytes};
    // STARTER: if (!packet->parse()) {
    // STARTER:     delete packet->header;
    // STARTER:     delete packet;
    // STARTER:     return false;
    // STARTER: }
    // STARTER: if (state_->count == state_->places.size()) {
    // STARTER:     state_->skip();
    // STARTER: }
    // STARTER: state_->at(state_->count) = packet;
    // STARTER: ++state_->count;
    // STARTER: return true;
    // END SOLUTION
}

Bytes PacketQueue::pop() noexcept {
    // BEGIN SOLUTION
    if (state_->count == 0) {
        return {};
    }
    // The packet leaves the queue, but lives on here, because the caller will read its
    // payload. The one shown before is freed.
    state_->shown = std::move(state_->at(0));
    state_->skip();
    return state_->shown->payload();
    // STARTER: if (state_->count == 0) {
    // STARTER:     return {};
    // STARTER: }
    // STARTER: const Packet* packet = state_->at(0);
    // STARTER: const Bytes payload = packet->payload();
    // STARTER: state_->skip();
    // STARTER: delete packet;
    // STARTER: return payload;
    // END SOLUTION
}
