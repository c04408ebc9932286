#pragma once

#include <cstdint>

namespace allocpool {

/// All parsed fields as plain values. The digest is computed from them, whatever form an
/// implementation gives to its parsed packets.
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
