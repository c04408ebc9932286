#pragma once

/// The packet on the wire: an IPv4 header without options, then two ports. Numbers are
/// big-endian.

#include <cstddef>
#include <cstdint>

namespace allocpool::wire {

inline constexpr std::size_t version_and_length = 0;
inline constexpr std::size_t service = 1;
inline constexpr std::size_t total_length = 2;
inline constexpr std::size_t identification = 4;
inline constexpr std::size_t fragment = 6;
inline constexpr std::size_t time_to_live = 8;
inline constexpr std::size_t protocol = 9;
inline constexpr std::size_t checksum = 10;
inline constexpr std::size_t source_address = 12;
inline constexpr std::size_t destination_address = 16;
inline constexpr std::size_t source_port = 20;
inline constexpr std::size_t destination_port = 22;
inline constexpr std::size_t header_bytes = 20;

inline constexpr std::uint8_t tcp = 6;
inline constexpr std::uint8_t udp = 17;

inline void put16(std::uint8_t* at, std::uint64_t value) noexcept {
    at[0] = static_cast<std::uint8_t>(value >> 8U);
    at[1] = static_cast<std::uint8_t>(value);
}

inline void put32(std::uint8_t* at, std::uint64_t value) noexcept {
    put16(at, value >> 16U);
    put16(at + 2, value);
}

inline std::uint16_t get16(const std::uint8_t* at) noexcept {
    return static_cast<std::uint16_t>(at[0] << 8U | at[1]);
}

inline std::uint32_t get32(const std::uint8_t* at) noexcept {
    return std::uint32_t{get16(at)} << 16U | get16(at + 2);
}

}  // namespace allocpool::wire
