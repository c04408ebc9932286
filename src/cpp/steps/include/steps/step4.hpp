#pragma once

/// Parsed fields and the header on the wire in one cache line. Notebook 11 builds this
/// packet; a test holds the two texts to be the same.

#include <cstddef>
#include <cstdint>

#include "step3.hpp"

namespace step4 {
using step3::IpPacket;

struct alignas(64) Packet {
    IpPacket parsed;
    std::uint8_t buffer[allocpool::buffer_bytes];

    Packet() {}
    Packet(const Packet&) = delete;

    std::uint8_t* bytes() { return buffer; }
    void parse() { parsed = IpPacket(buffer); }
    void forget() {}
    std::uint8_t protocol() const { return parsed.header.protocol; }
    allocpool::Fields fields() const { return parsed.fields(); }
};
}  // namespace step4
