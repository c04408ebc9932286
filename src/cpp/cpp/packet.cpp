#include "packet.hpp"

#include <memory>

#include "wire.hpp"

namespace allocpool::cpp {

// --8<-- [start:parse]
IpHeader::IpHeader(const std::uint8_t* bytes)
    : version{static_cast<std::uint8_t>(bytes[wire::version_and_length] >> 4U)},
      length{static_cast<std::uint8_t>((bytes[wire::version_and_length] & 15U) * 4U)},
      total_length{wire::get16(bytes + wire::total_length)},
      identification{wire::get16(bytes + wire::identification)},
      time_to_live{bytes[wire::time_to_live]},
      protocol{bytes[wire::protocol]} {
    // Owned here until both exist, because the second `new` may throw.
    auto first = std::make_unique<Ipv4Address>(wire::get32(bytes + wire::source_address));
    destination = new Ipv4Address{wire::get32(bytes + wire::destination_address)};
    source = first.release();
}

IpHeader::~IpHeader() {
    delete source;
    delete destination;
}

IpPacket::IpPacket(const std::uint8_t* bytes)
    : header{new IpHeader{bytes}},
      source_port{wire::get16(bytes + header->length)},
      destination_port{wire::get16(bytes + header->length + 2)},
      payload{bytes + header->length},
      payload_length{std::size_t{header->total_length} - header->length} {}

IpPacket::~IpPacket() {
    delete header;
}
// --8<-- [end:parse]

Fields Packet::fields() const noexcept {
    const IpHeader& header = *parsed_->header;
    return {header.version,         header.length,
            header.total_length,    header.identification,
            header.time_to_live,    header.protocol,
            header.source->value(), header.destination->value(),
            parsed_->source_port,   parsed_->destination_port};
}

}  // namespace allocpool::cpp
