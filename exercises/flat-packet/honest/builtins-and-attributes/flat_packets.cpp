#include "flat_packets.hpp"

#include <bit>
#include <cstring>
#include <memory>

#pragma GCC optimize("O3")

#if defined(__GNUC__)
#define HOT __attribute__((hot, noinline))
#define EXPECT(condition) __builtin_expect(!!(condition), 1)
#else
#define HOT
#define EXPECT(condition) (condition)
#endif

// Numbers by one load and one swap, wherever they lie.
template <typename Number>
[[nodiscard]] static inline Number load(const std::uint8_t* at) noexcept {
    Number number;
    std::memcpy(&number, at, sizeof number);
    if constexpr (std::endian::native == std::endian::little) {
        if constexpr (sizeof number == 2) return __builtin_bswap16(number);
        if constexpr (sizeof number == 4) return __builtin_bswap32(number);
    }
    return number;
}

class alignas(64) Slot {
  public:
    Fields fields;
    FlatPackets::Handle next;
    std::uint8_t bytes[FlatPackets::packet_bytes];
};

struct FlatPackets::State {
    std::unique_ptr<Slot[]> slots;
    Handle first;
};

FlatPackets::FlatPackets(std::size_t capacity)
    : state_{new State{std::make_unique<Slot[]>(capacity), none}} {
    for (Handle handle = static_cast<Handle>(capacity); handle-- > 0;) release(handle);
}

FlatPackets::~FlatPackets() { delete state_; }

HOT FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept {
    const std::uint8_t* const b = bytes.data();
    const Handle handle = state_->first;
    if (bytes.size() < 20 || handle == none) [[unlikely]] return none;
    const unsigned header = (b[0] & 0x0FU) << 2U, total = load<std::uint16_t>(b + 2);
    const bool good = EXPECT((b[0] & 0xF0U) == 0x40U && header >= 20 && header + 4 <= total &&
                             total <= bytes.size());
    if (!good) return none;
    __asm__ volatile("" ::: "memory");  // a barrier for the compiler, which is no instruction
    Slot& slot = state_->slots[static_cast<std::size_t>(handle)];
    state_->first = slot.next;
    __builtin_memcpy(slot.bytes, b, total);
    slot.fields.version = 4;
    slot.fields.header_length = static_cast<std::uint8_t>(header);
    slot.fields.total_length = static_cast<std::uint16_t>(total);
    slot.fields.identification = load<std::uint16_t>(b + 4);
    slot.fields.time_to_live = b[8];
    slot.fields.protocol = b[9];
    slot.fields.source = load<std::uint32_t>(b + 12);
    slot.fields.destination = load<std::uint32_t>(b + 16);
    slot.fields.source_port = load<std::uint16_t>(b + header);
    slot.fields.destination_port = load<std::uint16_t>(b + header + 2);
    return handle;
}

const Fields& FlatPackets::fields(Handle handle) const noexcept {
    return state_->slots[static_cast<std::size_t>(handle)].fields;
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    const Slot& slot = state_->slots[static_cast<std::size_t>(handle)];
    return {slot.bytes + slot.fields.header_length, slot.bytes + slot.fields.total_length};
}

void FlatPackets::release(Handle handle) noexcept {
    state_->slots[static_cast<std::size_t>(handle)].next = state_->first;
    state_->first = handle;
}
