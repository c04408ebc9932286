#include "packet_queue.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

// One block of 8 KB slots for each queue: packets have at most 6,000 bytes. The ring holds
// the slots' numbers, and the additional slot is the one shown.
namespace {
struct Slot {
    std::size_t header, total;
    std::uint8_t bytes[8192 - 2 * sizeof(std::size_t)];
};
}  // namespace

struct PacketQueue::State {
    explicit State(std::size_t capacity)
        : slots{std::make_unique_for_overwrite<Slot[]>(capacity + 1)},
          ring(capacity),
          shown{capacity} {
        std::iota(ring.begin(), ring.end(), 0U);
    }
    std::unique_ptr<Slot[]> slots;
    std::vector<std::size_t> ring;
    std::size_t shown, first = 0, count = 0;
};

PacketQueue::PacketQueue(std::size_t capacity) : state_{new State{capacity}} {}
PacketQueue::~PacketQueue() {
    delete state_;
}

bool PacketQueue::push(Bytes b) {
    State& s = *state_;
    if (b.size() < shortest_header) return false;
    const std::size_t header = b[0], total = b[2] * 256U + b[3];
    if (header < 4 || total <= header || total > b.size() || total > sizeof(Slot::bytes)) return false;
    if (s.count == s.ring.size()) {
        s.first = (s.first + 1) % s.ring.size();
        --s.count;
    }
    Slot& slot = s.slots[s.ring[(s.first + s.count++) % s.ring.size()]];
    slot.header = header;
    slot.total = total;
    std::memcpy(slot.bytes, b.data(), total);
    return true;
}

Bytes PacketQueue::pop() noexcept {
    State& s = *state_;
    if (s.count == 0) return {};
    std::swap(s.shown, s.ring[s.first]);
    s.first = (s.first + 1) % s.ring.size();
    --s.count;
    const Slot& slot = s.slots[s.shown];
    return {slot.bytes + slot.header, slot.total - slot.header};
}
