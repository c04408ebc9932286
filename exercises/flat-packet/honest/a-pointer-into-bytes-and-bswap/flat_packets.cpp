#include "flat_packets.hpp"

#include <arpa/inet.h>
#include <netinet/ip.h>

#include <algorithm>
#include <cstring>
#include <vector>

// The header of the system's own, copied out of the bytes.
struct FlatPackets::State {
    struct Slot {
        alignas(8) std::uint8_t bytes[packet_bytes];
        Fields fields;
        bool used = false;
    };
    std::vector<Slot> slots;
    std::vector<Handle> free;
};

FlatPackets::FlatPackets(std::size_t capacity) : state_{new State{}} {
    state_->slots.resize(capacity);
    state_->free.resize(capacity);
    std::generate(state_->free.begin(), state_->free.end(),
                  [next = static_cast<Handle>(capacity)]() mutable { return --next; });
}

FlatPackets::~FlatPackets() {
    delete state_;
}

FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept {
    iphdr ip;
    if (bytes.size() < sizeof ip) {
        return none;
    }
    std::memcpy(&ip, bytes.data(), sizeof ip);
    const std::size_t header = ip.ihl * 4U;
    const std::size_t total = ntohs(ip.tot_len);
    if (ip.version != 4 || header < sizeof ip || total < header + 4 || total > bytes.size() ||
        state_->free.empty()) {
        return none;
    }
    const Handle handle = state_->free.back();
    state_->free.pop_back();
    State::Slot& slot = state_->slots[static_cast<std::size_t>(handle)];
    std::memcpy(slot.bytes, bytes.data(), total);
    std::uint16_t ports[2];
    std::memcpy(ports, bytes.data() + header, sizeof ports);
    slot.fields = Fields{4,
                         static_cast<std::uint8_t>(header),
                         static_cast<std::uint16_t>(total),
                         ntohs(ip.id),
                         ip.ttl,
                         ip.protocol,
                         ntohl(ip.saddr),
                         ntohl(ip.daddr),
                         ntohs(ports[0]),
                         ntohs(ports[1])};
    slot.used = true;
    return handle;
}

const Fields& FlatPackets::fields(Handle handle) const noexcept {
    return state_->slots[static_cast<std::size_t>(handle)].fields;
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    const State::Slot& slot = state_->slots[static_cast<std::size_t>(handle)];
    return {slot.bytes + slot.fields.header_length, slot.bytes + slot.fields.total_length};
}

void FlatPackets::release(Handle handle) noexcept {
    state_->slots[static_cast<std::size_t>(handle)].used = false;
    state_->free.push_back(handle);
}
