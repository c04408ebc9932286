#pragma once

/// The same objects as in the direct translation, but parse()'s caller chooses the memory
/// to make them in, and they are not deleted one by one.

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <type_traits>

#include "fields.hpp"
#include "sizes.hpp"

namespace allocpool::cpp_region {

using Memory = std::pmr::polymorphic_allocator<>;

struct Ipv4Address {
    std::uint32_t value;
};

struct IpHeader {
    IpHeader(const std::uint8_t* bytes, Memory memory);

    std::uint8_t version;
    std::uint8_t length;  ///< in bytes
    std::uint16_t total_length;
    std::uint16_t identification;
    std::uint8_t time_to_live;
    std::uint8_t protocol;
    const Ipv4Address* source;
    const Ipv4Address* destination;
};

struct IpPacket {
    IpPacket(const std::uint8_t* bytes, Memory memory);

    const IpHeader* header;
    std::uint16_t source_port;
    std::uint16_t destination_port;
    const std::uint8_t* payload;  ///< in the packet's buffer: what follows the header
    std::size_t payload_length;
};

/// The bytes of a packet's parsed objects.
inline constexpr std::size_t parsed_bytes =
    sizeof(IpPacket) + sizeof(IpHeader) + 2 * sizeof(Ipv4Address);

static_assert(sizeof(void*) != 8 || parsed_bytes == 64);
static_assert(parsed_bytes % alignof(IpPacket) == 0, "one fits behind the other");

/// A buffer, and the objects parsed from it, if any. The memory owns both.
class Packet {
  public:
    Packet() noexcept : parsed_{nullptr} {}  // the buffer stays uninitialised
    Packet(const Packet&) = delete;
    Packet& operator=(const Packet&) = delete;

    std::uint8_t* bytes() noexcept { return buffer_; }
    const std::uint8_t* bytes() const noexcept { return buffer_; }

    /// Makes four objects. Precondition: the buffer holds a packet from the source.
    /// @throws std::bad_alloc if the memory has no `parsed_bytes` left
    void parse(Memory memory) { parsed_ = memory.new_object<IpPacket>(buffer_, memory); }

    /// Precondition of both: parse() was called.
    std::uint8_t protocol() const noexcept { return parsed_->header->protocol; }
    Fields fields() const noexcept;

  private:
    std::uint8_t buffer_[buffer_bytes];
    const IpPacket* parsed_;
};

static_assert(sizeof(Packet) == buffer_bytes + sizeof(void*));
static_assert(std::is_trivially_destructible_v<Packet> &&
                  std::is_trivially_destructible_v<IpPacket> &&
                  std::is_trivially_destructible_v<IpHeader>,
              "emptying a region runs no destructor");

}  // namespace allocpool::cpp_region
