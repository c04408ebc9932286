#include "packet_queue.hpp"

#include <vector>

// Slots are reused, and with them their memory: after a while, nothing allocates.
struct PacketQueue::State {
    explicit State(std::size_t capacity) : slots(capacity) {}

    std::vector<std::vector<std::uint8_t>> slots;
    std::vector<std::uint8_t> shown;
    std::size_t oldest{0};
    std::size_t count{0};
};

PacketQueue::PacketQueue(std::size_t capacity) : state_(new State(capacity)) {}

PacketQueue::~PacketQueue() { delete state_; }

bool PacketQueue::push(Bytes bytes)
{
    if (bytes.size() < shortest_header)
        return false;
    const std::size_t header = bytes[0];
    const std::size_t total = 256u * bytes[2] + bytes[3];
    if (header < shortest_header || total <= header || bytes.size() < total)
        return false;

    auto& [slots, shown, oldest, count] = *state_;
    if (count == slots.size()) {
        oldest = (oldest + 1) % slots.size();
        --count;
    }
    slots[(oldest + count) % slots.size()].assign(bytes.begin() + header, bytes.begin() + total);
    ++count;
    return true;
}

Bytes PacketQueue::pop() noexcept
{
    auto& [slots, shown, oldest, count] = *state_;
    if (count == 0)
        return {};
    shown.swap(slots[oldest]);
    oldest = (oldest + 1) % slots.size();
    --count;
    return shown;
}
