#include "flat_packets.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <memory>
#include <ranges>
#include <utility>
#include <vector>

namespace {

// A table that the compiler makes, and a static lambda.
constexpr auto header_bytes = [] {
    std::array<std::uint8_t, 256> lengths{};
    for (std::size_t first = 0; first < lengths.size(); ++first) {
        lengths[first] = first / 16 == 4 ? static_cast<std::uint8_t>(first % 16 * 4) : 0;
    }
    return lengths;
}();

static constexpr std::array<const char*, 2> names{"small", "large"};
static const auto least = [](std::size_t one, std::size_t other) { return one < other ? one : other; };

template <std::unsigned_integral Number>
constexpr Number joined(std::span<const std::uint8_t, sizeof(Number)> bytes) {
    Number number{};
    for (const auto byte : bytes) {
        number = static_cast<Number>((number << 8U) + byte);
    }
    return number;
}

struct Packet {
    Fields fields{};
    std::array<std::uint8_t, FlatPackets::packet_bytes> bytes{};
};

}  // namespace

struct FlatPackets::State {
    explicit State(std::size_t capacity)
        : packets{std::make_unique<Packet[]>(capacity)},
          next{std::make_unique<Handle[]>(capacity)} {
        for (const auto place : std::views::iota(std::size_t{0}, capacity)) {
            next[place] = place + 1 == capacity ? none : static_cast<Handle>(place + 1);
        }
    }
    std::unique_ptr<Packet[]> packets;
    std::unique_ptr<Handle[]> next;
    Handle first{0};
};

FlatPackets::FlatPackets(std::size_t capacity) : state_{new State{capacity}} {}

FlatPackets::~FlatPackets() {
    delete state_;
}

FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept {
    if (bytes.size() < 20) {
        return none;
    }
    const std::size_t header = header_bytes[bytes[0]];
    const auto total = joined<std::uint16_t>(bytes.subspan<2, 2>());
    const std::size_t arrived = least(bytes.size(), packet_bytes);
    if (header < 20 || total < header + 4 || total > arrived || state_->first == none) {
        return none;
    }
    const auto handle = state_->first;
    auto& packet = state_->packets[static_cast<std::size_t>(handle)];
    state_->first = state_->next[static_cast<std::size_t>(handle)];
    std::ranges::copy(bytes.first(total), packet.bytes.begin());
    const Bytes ports = bytes.subspan(header, 4);
    packet.fields.version = 4;
    packet.fields.header_length = static_cast<std::uint8_t>(header);
    packet.fields.total_length = total;
    packet.fields.identification = joined<std::uint16_t>(bytes.subspan<4, 2>());
    packet.fields.time_to_live = bytes[8];
    packet.fields.protocol = bytes[9];
    packet.fields.source = joined<std::uint32_t>(bytes.subspan<12, 4>());
    packet.fields.destination = joined<std::uint32_t>(bytes.subspan<16, 4>());
    packet.fields.source_port = joined<std::uint16_t>(ports.first<2>());
    packet.fields.destination_port = joined<std::uint16_t>(ports.last<2>());
    return handle;
}

const Fields& FlatPackets::fields(Handle handle) const noexcept {
    return state_->packets[static_cast<std::size_t>(handle)].fields;
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    const auto& [fields, bytes] = state_->packets[static_cast<std::size_t>(handle)];
    return {bytes.data() + fields.header_length, bytes.data() + fields.total_length};
}

void FlatPackets::release(Handle handle) noexcept {
    state_->next[static_cast<std::size_t>(handle)] = std::exchange(state_->first, handle);
}
