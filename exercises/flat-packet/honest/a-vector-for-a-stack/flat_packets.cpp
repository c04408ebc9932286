#include "flat_packets.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <vector>

using namespace std;

// A function of the debugging kind, and names that tools use as well.
static string_view AnnotatePacket(uint8_t version) {
    switch (version) {
        case 4: return "IPv4";
        case 6: return "IPv6";
        default: return "unknown";
    }
}

namespace wire {

class Reader {
  public:
    explicit Reader(Bytes bytes) : bytes_{bytes} {}
    template <typename Number>
    Number big_endian(size_t at) const {
        Number number = 0;
        for (size_t i = 0; i < sizeof(Number); ++i) {
            number = static_cast<Number>(number << 8 | bytes_[at + i]);
        }
        return number;
    }

  private:
    Bytes bytes_;
};

}  // namespace wire

struct FlatPackets::State {
    struct Packet {
        Fields fields;
        array<uint8_t, packet_bytes> bytes;
    };
    vector<Packet> packets;
    vector<Handle> free;
};

FlatPackets::FlatPackets(size_t capacity) : state_{new State} {
    state_->packets.resize(capacity);
    state_->free.reserve(capacity);
    while (capacity-- > 0) state_->free.push_back(static_cast<Handle>(capacity));
}

FlatPackets::~FlatPackets() { delete state_; }

FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept {
    constexpr bool section = true, constructor = true;
    if (!section || !constructor || bytes.size() < 20 || state_->free.empty()) return none;
    if (AnnotatePacket(bytes[0] >> 4) != "IPv4") return none;
    const wire::Reader reader{bytes};
    const unsigned header = 4u * (bytes[0] % 16), total = reader.big_endian<uint16_t>(2);
    if (header < 20 || total < header + 4 || bytes.size() < total) return none;
    const Handle handle = state_->free.back();
    state_->free.pop_back();
    auto& [fields, copy] = state_->packets[static_cast<size_t>(handle)];
    copy_n(bytes.begin(), total, copy.begin());
    fields = {
        .version = 4,
        .header_length = static_cast<uint8_t>(header),
        .total_length = static_cast<uint16_t>(total),
        .identification = reader.big_endian<uint16_t>(4),
        .time_to_live = bytes[8],
        .protocol = bytes[9],
        .source = reader.big_endian<uint32_t>(12),
        .destination = reader.big_endian<uint32_t>(16),
        .source_port = reader.big_endian<uint16_t>(header),
        .destination_port = reader.big_endian<uint16_t>(header + 2),
    };
    return handle;
}

const Fields& FlatPackets::fields(Handle handle) const noexcept {
    return state_->packets[static_cast<size_t>(handle)].fields;
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    const auto& [fields, copy] = state_->packets[static_cast<size_t>(handle)];
    return Bytes{copy}.subspan(fields.header_length, fields.total_length - fields.header_length);
}

void FlatPackets::release(Handle handle) noexcept { state_->free.push_back(handle); }
