#pragma once

#include <cstdint>

namespace allocpool {

/// Everything that parsing finds, as plain values: what the digest is taken of, whatever
/// shape an implementation gives to its parsed packet.
struct Fields {
    std::uint8_t version;
    std::uint8_t header_length;  ///< in bytes
    std::uint16_t total_length;  ///< in bytes
    std::uint16_t identification;
    std::uint8_t time_to_live;
    std::uint8_t protocol;
    std::uint32_t source;
    std::uint32_t destination;
    std::uint16_t source_port;
    std::uint16_t destination_port;
};

}  // namespace allocpool
