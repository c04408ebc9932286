#pragma once

/// The Java design, translated word by word. Notebook 11 builds this packet; a test holds
/// the two texts to be the same.

#include <cstddef>
#include <cstdint>

#include "fields.hpp"
#include "sizes.hpp"
#include "wire.hpp"

namespace step1 {
namespace wire = allocpool::wire;

struct Ipv4Address {
    std::uint32_t value;
};

struct IpHeader {
    std::uint8_t version, length;
    std::uint16_t total_length, identification;
    std::uint8_t time_to_live, protocol;
    Ipv4Address *source, *destination;

    explicit IpHeader(const std::uint8_t* at)
        : version(static_cast<std::uint8_t>(at[0] >> 4)),
          length(static_cast<std::uint8_t>((at[0] & 15) * 4)),
          total_length(wire::get16(at + wire::total_length)),
          identification(wire::get16(at + wire::identification)),
          time_to_live(at[wire::time_to_live]),
          protocol(at[wire::protocol]),
          source(new Ipv4Address{wire::get32(at + wire::source_address)}),
          destination(new Ipv4Address{wire::get32(at + wire::destination_address)}) {}
    IpHeader(const IpHeader&) = delete;
    ~IpHeader() {
        delete source;
        delete destination;
    }
};

struct IpPacket {
    IpHeader* header;
    std::uint16_t source_port, destination_port;
    const std::uint8_t* payload;
    std::size_t payload_length;

    explicit IpPacket(const std::uint8_t* at)
        : header(new IpHeader(at)),
          source_port(wire::get16(at + wire::source_port)),
          destination_port(wire::get16(at + wire::destination_port)),
          payload(at + header->length),
          payload_length(std::size_t(header->total_length - header->length)) {}
    IpPacket(const IpPacket&) = delete;
    ~IpPacket() { delete header; }
};

struct Packet {
    std::uint8_t buffer[allocpool::buffer_bytes];
    IpPacket* parsed = nullptr;

    Packet() {}  // the buffer is left as it is: zeroing a kilobyte costs too
    Packet(const Packet&) = delete;
    ~Packet() { forget(); }

    std::uint8_t* bytes() { return buffer; }
    void parse() { parsed = new IpPacket(buffer); }
    void forget() {
        delete parsed;
        parsed = nullptr;
    }
    std::uint8_t protocol() const { return parsed->header->protocol; }
    allocpool::Fields fields() const {
        const IpHeader& h = *parsed->header;
        return {h.version,           h.length,
                h.total_length,      h.identification,
                h.time_to_live,      h.protocol,
                h.source->value,     h.destination->value,
                parsed->source_port, parsed->destination_port};
    }
};
}  // namespace step1
