#pragma once

/// The flat packet: it reserves room for its parsed fields, so parsing allocates nothing.

#include <cstddef>
#include <cstdint>

#include "allocated.hpp"
#include "fields.hpp"
#include "sizes.hpp"
#include "wire.hpp"

namespace allocpool::cpp_flat {

// --8<-- [start:objects]
struct Ipv4Address {
    std::uint32_t value;
};

struct IpHeader {
    std::uint8_t version;
    std::uint8_t length;  ///< of the header, in bytes
    std::uint16_t total_length;
    std::uint16_t identification;
    std::uint8_t time_to_live;
    std::uint8_t protocol;
    Ipv4Address source;
    Ipv4Address destination;
};

struct IpPacket {
    IpHeader header;
    std::uint16_t source_port;
    std::uint16_t destination_port;
    const std::uint8_t* payload;  ///< in the packet's buffer: the bytes after the header
    std::size_t payload_length;
};
// --8<-- [end:objects]

static_assert(sizeof(IpHeader) == 16);
static_assert(sizeof(void*) != 8 || sizeof(IpPacket) == 40);

/// A buffer, and room for the fields parsed from it.
class Packet : public Allocated<Packet> {
  public:
    Packet() noexcept {
    }  // nothing to initialise: fill() and parse() write before any read
    Packet(const Packet&) = delete;
    Packet& operator=(const Packet&) = delete;

    std::uint8_t* bytes() noexcept { return buffer_; }

    // --8<-- [start:parse]
    /// Precondition: the buffer holds a packet from the source, with correct lengths.
    void parse() noexcept {
        IpHeader& header = parsed_.header;
        header.version =
            static_cast<std::uint8_t>(buffer_[wire::version_and_length] >> 4U);
        header.length =
            static_cast<std::uint8_t>((buffer_[wire::version_and_length] & 15U) * 4U);
        header.total_length = wire::get16(buffer_ + wire::total_length);
        header.identification = wire::get16(buffer_ + wire::identification);
        header.time_to_live = buffer_[wire::time_to_live];
        header.protocol = buffer_[wire::protocol];
        header.source.value = wire::get32(buffer_ + wire::source_address);
        header.destination.value = wire::get32(buffer_ + wire::destination_address);
        parsed_.source_port = wire::get16(buffer_ + header.length);
        parsed_.destination_port = wire::get16(buffer_ + header.length + 2);
        parsed_.payload = buffer_ + header.length;
        parsed_.payload_length = std::size_t{header.total_length} - header.length;
    }

    /// Nothing to delete: the next parse() overwrites it.
    void forget() noexcept {}
    // --8<-- [end:parse]

    /// Precondition of both: parse() was called.
    std::uint8_t protocol() const noexcept { return parsed_.header.protocol; }
    Fields fields() const noexcept {
        const IpHeader& header = parsed_.header;
        return {header.version,      header.length,
                header.total_length, header.identification,
                header.time_to_live, header.protocol,
                header.source.value, header.destination.value,
                parsed_.source_port, parsed_.destination_port};
    }

  private:
    std::uint8_t buffer_[buffer_bytes];
    IpPacket parsed_;
};

static_assert(sizeof(Packet) == buffer_bytes + sizeof(IpPacket));

}  // namespace allocpool::cpp_flat
