#include "packet_queue.hpp"

#include <cstdio>
#include <list>
#include <optional>
#include <stdexcept>
#include <vector>

// What was parsed, or nothing; an exception says why.
namespace {

class NoPacket : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

struct Parsed {
    std::vector<std::uint8_t> payload;
};

Parsed AnnotatePacket(Bytes bytes) {
    if (bytes.size() < PacketQueue::shortest_header) {
        throw NoPacket{"short"};
    }
    const std::size_t header = bytes[0];
    const std::size_t total = static_cast<std::size_t>(bytes[2] << 8 | bytes[3]);
    if (header < PacketQueue::shortest_header || header >= total || total > bytes.size()) {
        throw NoPacket{"lengths"};
    }
    const Bytes payload = bytes.subspan(header, total - header);
    return {{payload.begin(), payload.end()}};
}

}  // namespace

struct PacketQueue::State {
    std::size_t capacity;
    std::list<Parsed> waiting;
    std::optional<Parsed> shown;
};

PacketQueue::PacketQueue(std::size_t capacity) : state_{new State{capacity, {}, {}}} {}

PacketQueue::~PacketQueue() {
    delete state_;
}

bool PacketQueue::push(Bytes bytes) {
    try {
        auto parsed = AnnotatePacket(bytes);
        if (state_->waiting.size() == state_->capacity) {
            state_->waiting.pop_front();
        }
        state_->waiting.push_back(std::move(parsed));
        return true;
    } catch (const NoPacket&) {
        return false;
    }
}

Bytes PacketQueue::pop() noexcept {
    if (state_->waiting.empty()) {
        return {};
    }
    state_->shown = std::move(state_->waiting.front());
    state_->waiting.pop_front();
    return state_->shown->payload;
}
