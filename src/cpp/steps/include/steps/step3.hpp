#pragma once

/// Header and IP packet inside the packet, behind its buffer. Notebook 11 builds this
/// packet; a test holds the two texts to be the same.

#include <cstddef>
#include <cstdint>

#include "step2.hpp"

namespace step3 {
namespace wire = allocpool::wire;
using step2::IpHeader;

struct IpPacket {
    IpHeader header;
    std::uint16_t source_port, destination_port;
    const std::uint8_t* payload;
    std::size_t payload_length;

    IpPacket() {}
    explicit IpPacket(const std::uint8_t* at)
        : header(at),
          source_port(wire::get16(at + wire::source_port)),
          destination_port(wire::get16(at + wire::destination_port)),
          payload(at + header.length),
          payload_length(std::size_t(header.total_length - header.length)) {}

    allocpool::Fields fields() const {
        return {header.version,      header.length,
                header.total_length, header.identification,
                header.time_to_live, header.protocol,
                header.source.value, header.destination.value,
                source_port,         destination_port};
    }
};

struct Packet {
    std::uint8_t buffer[allocpool::buffer_bytes];
    IpPacket parsed;

    Packet() {}
    Packet(const Packet&) = delete;

    std::uint8_t* bytes() { return buffer; }
    void parse() { parsed = IpPacket(buffer); }
    void forget() {}
    std::uint8_t protocol() const { return parsed.header.protocol; }
    allocpool::Fields fields() const { return parsed.fields(); }
};
}  // namespace step3
