#include "flat_packets.hpp"

#include <cstring>
#include <iostream>
#include <memory_resource>
#include <sstream>
#include <vector>

// Made before main, as a global with a constructor is; and one that may be seen everywhere.
std::vector<unsigned> header_of(16);
int packets_refused = 0;

static const bool filled = [] {
    for (unsigned words = 0; words < 16; words++) header_of[words] = words >= 5 ? words * 4 : 0;
    return true;
}();

[[gnu::always_inline]] inline std::uint32_t number(const std::uint8_t* at, int bytes) {
    std::uint32_t sum = 0;
    for (int i = 0; i < bytes; i++) sum = sum * 256 + at[i];
    return sum;
}

struct FlatPackets::State {
    explicit State(std::size_t n) : memory{n * 256 + 1024}, slots{&memory}, open{&memory} {
        slots.resize(n);
        open.reserve(n);
        for (std::size_t i = n; i > 0; i--) open.push_back(static_cast<Handle>(i - 1));
        std::ostringstream words;
        words << "room for " << n << " packets, " << std::boolalpha << filled;
        std::clog << words.str() << '\n';
    }
    struct Slot {
        std::uint8_t raw[packet_bytes];
        Fields parsed;
    };
    std::pmr::monotonic_buffer_resource memory;
    std::pmr::vector<Slot> slots;
    std::pmr::vector<Handle> open;
};

FlatPackets::FlatPackets(std::size_t capacity) : state_{new State{capacity}} {}
FlatPackets::~FlatPackets() { delete state_; }

FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept {
    const std::uint8_t* b = bytes.data();
    const std::size_t header = bytes.size() < 20 || b[0] / 16 != 4 ? 0 : header_of[b[0] % 16];
    const std::size_t total = header ? number(b + 2, 2) : 0;
    if (total < header + 4 || header == 0 || total > bytes.size() || state_->open.empty()) {
        packets_refused++;
        return none;
    }
    const Handle handle = state_->open.back();
    state_->open.pop_back();
    auto& slot = state_->slots[handle];
    std::memcpy(slot.raw, b, total);
    Fields f;
    f.version = 4;
    f.header_length = static_cast<std::uint8_t>(header);
    f.total_length = static_cast<std::uint16_t>(total);
    f.identification = static_cast<std::uint16_t>(number(b + 4, 2));
    f.time_to_live = b[8];
    f.protocol = b[9];
    f.source = number(b + 12, 4);
    f.destination = number(b + 16, 4);
    f.source_port = static_cast<std::uint16_t>(number(b + header, 2));
    f.destination_port = static_cast<std::uint16_t>(number(b + header + 2, 2));
    slot.parsed = f;
    return handle;
}

const Fields& FlatPackets::fields(Handle handle) const noexcept {
    return state_->slots[handle].parsed;
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    const auto& slot = state_->slots[handle];
    return {slot.raw + slot.parsed.header_length, slot.raw + slot.parsed.total_length};
}

void FlatPackets::release(Handle handle) noexcept { state_->open.push_back(handle); }
