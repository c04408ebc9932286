#include "flat_packets.hpp"

#include <algorithm>
#include <vector>

// My compiler warns of attributes that another one of mine needs.
#pragma GCC diagnostic ignored "-Wattributes"

namespace {

constexpr std::size_t shortest_header = 20;
constexpr std::size_t port_bytes = 4;

/// What is parsed lies right in front of the bytes: who reads a field has the header near.
struct Packet {
    Fields fields;
    FlatPackets::Handle next_free;
    std::uint8_t bytes[FlatPackets::packet_bytes];
};

std::uint16_t get16(const std::uint8_t* at) noexcept {
    return static_cast<std::uint16_t>(at[0] << 8U | at[1]);
}

std::uint32_t get32(const std::uint8_t* at) noexcept {
    return std::uint32_t{get16(at)} << 16U | get16(at + 2);
}

}  // namespace

struct FlatPackets::State {
    explicit State(std::size_t capacity) : packets(capacity) {
        for (Handle handle = static_cast<Handle>(capacity) - 1; handle >= 0; --handle) {
            free(handle);
        }
    }

    Packet& at(Handle handle) noexcept {
        return packets[static_cast<std::size_t>(handle)];
    }

    void free(Handle handle) noexcept {
        at(handle).next_free = first_free;
        first_free = handle;
    }

    std::vector<Packet> packets;
    Handle first_free = none;
};

FlatPackets::FlatPackets(std::size_t capacity) : state_{nullptr} {
    state_ = new State{capacity};
}

FlatPackets::~FlatPackets() {
    delete state_;
}

FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept {
    if (bytes.size() < shortest_header) {
        return none;
    }
    const std::uint8_t* wire = bytes.data();
    const auto version = static_cast<std::uint8_t>(wire[0] >> 4U);
    const auto header_length = static_cast<std::uint8_t>((wire[0] & 15U) * 4U);
    const std::uint16_t total_length = get16(wire + 2);
    if (version != 4 || header_length < shortest_header ||
        total_length < header_length + port_bytes || total_length > bytes.size() ||
        state_->first_free == none) {
        return none;
    }
    const Handle handle = state_->first_free;
    Packet& packet = state_->at(handle);
    state_->first_free = packet.next_free;
    std::copy_n(wire, total_length, packet.bytes);
    Fields& fields = packet.fields;
    fields.version = version;
    fields.header_length = header_length;
    fields.total_length = total_length;
    fields.identification = get16(wire + 4);
    fields.time_to_live = wire[8];
    fields.protocol = wire[9];
    fields.source = get32(wire + 12);
    fields.destination = get32(wire + 16);
    fields.source_port = get16(wire + header_length);
    fields.destination_port = get16(wire + header_length + 2);
    return handle;
}

const Fields& FlatPackets::fields(Handle handle) const noexcept {
    return state_->at(handle).fields;
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    const Packet& packet = state_->at(handle);
    return {packet.bytes + packet.fields.header_length,
            packet.bytes + packet.fields.total_length};
}

void FlatPackets::release(Handle handle) noexcept {
    state_->free(handle);
}
