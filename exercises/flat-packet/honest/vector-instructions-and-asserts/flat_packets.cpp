#undef NDEBUG
#include "flat_packets.hpp"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace {

using Number = std::uint16_t;

/// The first sixteen bytes of a header by one load, as eight numbers in the machine's order.
struct Header {
    explicit Header(const std::uint8_t* at) noexcept {
#ifdef __SSE2__
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const __m128i swapped = _mm_or_si128(_mm_slli_epi16(bytes, 8), _mm_srli_epi16(bytes, 8));
        number[0] = static_cast<Number>(_mm_extract_epi16(swapped, 0));
        number[1] = static_cast<Number>(_mm_extract_epi16(swapped, 1));
        number[2] = static_cast<Number>(_mm_extract_epi16(swapped, 2));
        number[4] = static_cast<Number>(_mm_extract_epi16(swapped, 4));
        number[6] = static_cast<Number>(_mm_extract_epi16(swapped, 6));
        number[7] = static_cast<Number>(_mm_extract_epi16(swapped, 7));
#else
        for (int n = 0; n < 8; ++n) number[n] = static_cast<Number>(at[2 * n] << 8 | at[2 * n + 1]);
#endif
    }
    Number number[8];
};

Number get16(const std::uint8_t* at) noexcept {
    Number number;
    __builtin_memcpy(&number, at, sizeof number);
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? __builtin_bswap16(number) : number;
}

struct __attribute__((packed)) Tail {
    std::uint16_t high, low;
};
static_assert(offsetof(Tail, low) == 2);

}  // namespace

struct FlatPackets::State {
    std::vector<Fields> fields;
    std::vector<std::uint8_t> bytes;
    std::vector<Handle> unused;
};

FlatPackets::FlatPackets(std::size_t capacity) : state_{new State} {
    state_->fields.resize(capacity);
    state_->bytes.resize(capacity * packet_bytes);
    state_->unused.reserve(capacity);
    while (capacity-- > 0) state_->unused.push_back(static_cast<Handle>(capacity));
}

FlatPackets::~FlatPackets() {
    delete state_;
}

FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept {
    State& all = *state_;
    if (bytes.size() < 20 || all.unused.empty()) return none;
    const std::uint8_t* const at = bytes.data();
    const Header header{at};
    const unsigned begin = (at[0] & 15U) * 4, end = header.number[1];
    if (at[0] >> 4 != 4 || begin < 20 || begin + sizeof(Tail) > end || end > bytes.size()) {
        return none;
    }
    const Handle handle = all.unused.back();
    all.unused.pop_back();
    assert(handle >= 0);
    const auto place = static_cast<std::size_t>(handle);
    std::memcpy(all.bytes.data() + place * packet_bytes, at, end);
    Fields& of = all.fields[place];
    of.version = 4;
    of.header_length = static_cast<std::uint8_t>(begin);
    of.total_length = header.number[1];
    of.identification = header.number[2];
    of.time_to_live = static_cast<std::uint8_t>(header.number[4] >> 8);
    of.protocol = static_cast<std::uint8_t>(header.number[4]);
    of.source = std::uint32_t{header.number[6]} << 16 | header.number[7];
    of.destination = std::uint32_t{get16(at + 16)} << 16 | get16(at + 18);
    of.source_port = get16(at + begin);
    of.destination_port = get16(at + begin + 2);
    return handle;
}

const Fields& FlatPackets::fields(Handle handle) const noexcept {
    return state_->fields[static_cast<std::size_t>(handle)];
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    const auto* const at = state_->bytes.data() + static_cast<std::size_t>(handle) * packet_bytes;
    const Fields& of = fields(handle);
    return {at + of.header_length, at + of.total_length};
}

void FlatPackets::release(Handle handle) noexcept {
    state_->unused.push_back(handle);
}
