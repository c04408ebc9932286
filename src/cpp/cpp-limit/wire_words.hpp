#pragma once

/// A packet's first 24 bytes as three words of 64 bits, instead of field by field: the
/// same bytes as Source writes, and what cpp-flat parses from them.
///
/// The numbers on the wire are big-endian, so the first byte is the highest of a word:
///
///     word 0   version and length 8, service 8, total length 16,
///              identification 16, fragment 16
///     word 1   time to live 8, protocol 8, checksum 16, source 32
///     word 2   destination 32, source port 16, destination port 16
///
/// The ports are there only if the header has no options: parse() reads them where the
/// header ends.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fields.hpp"
#include "sizes.hpp"
#include "wire.hpp"

namespace allocpool::cpp_limit {

static_assert(std::endian::native == std::endian::little ||
                  std::endian::native == std::endian::big,
              "no processor of today has another order");

/// The bytes that fill() writes, and that parse() reads of a header without options.
inline constexpr std::size_t written_bytes = 24;
static_assert(wire::destination_port + 2 == written_bytes);

/// A parsed packet: the fields of cpp-flat, except that the payload's address is an
/// offset, which stays right wherever the packet is.
struct Parsed {
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
    std::uint16_t payload;         ///< from the packet's first byte, in bytes
    std::uint16_t payload_length;  ///< in bytes

    Fields fields() const noexcept {
        return {version,  header_length, total_length, identification, time_to_live,
                protocol, source,        destination,  source_port,    destination_port};
    }
};
static_assert(sizeof(Parsed) == 24);

/// Reads a big-endian number as a native one, or writes it: compilers turn the builtin
/// into one instruction.
inline std::uint64_t get64(const std::uint8_t* at) noexcept {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    return std::endian::native == std::endian::big ? word : __builtin_bswap64(word);
}

inline void put64(std::uint8_t* at, std::uint64_t value) noexcept {
    const std::uint64_t word =
        std::endian::native == std::endian::big ? value : __builtin_bswap64(value);
    std::memcpy(at, &word, sizeof word);
}

inline std::uint32_t get32(const std::uint8_t* at) noexcept {
    std::uint32_t word;
    std::memcpy(&word, at, sizeof word);
    return std::endian::native == std::endian::big ? word : __builtin_bswap32(word);
}

/// Writes the first `written_bytes` of the packet determined by the random number `r`, as
/// Source::fill() does.
inline void fill(std::uint8_t* bytes, std::uint64_t r) noexcept {
    constexpr std::uint64_t version_length_and_fragment =
        0x4500'0000'0000'4000U | std::uint64_t{buffer_bytes} << 32U;
    constexpr std::uint64_t time_to_live = std::uint64_t{64} << 56U;
    const std::uint64_t protocol = (r & 15U) == 0 ? wire::tcp : wire::udp;
    const std::uint64_t source = 0x0A000000U | (r >> 4U & 0xFFFFFFU);
    const std::uint64_t destination = 0xC0A80000U | (r >> 28U & 0xFFFFU);
    put64(bytes, version_length_and_fragment | (r & 0xFFFFU) << 16U);
    put64(bytes + 8, time_to_live | protocol << 48U | source);
    put64(bytes + 16,
          destination << 32U | (r >> 44U & 0xFFFFU) << 16U | (r >> 8U & 0xFFFFU));
}

// --8<-- [start:parse]
/// Precondition: `bytes` holds a packet from a source, with correct lengths.
inline Parsed parse(const std::uint8_t* bytes) noexcept {
    const std::uint64_t first = get64(bytes);
    const std::uint64_t second = get64(bytes + 8);
    const auto header_length = static_cast<std::uint8_t>((first >> 56U & 15U) * 4U);
    const auto total_length = static_cast<std::uint16_t>(first >> 32U);
    const std::uint32_t ports = get32(bytes + header_length);
    return {static_cast<std::uint8_t>(first >> 60U),
            header_length,
            total_length,
            static_cast<std::uint16_t>(first >> 16U),
            static_cast<std::uint8_t>(second >> 56U),
            static_cast<std::uint8_t>(second >> 48U),
            static_cast<std::uint32_t>(second),
            get32(bytes + wire::destination_address),
            static_cast<std::uint16_t>(ports >> 16U),
            static_cast<std::uint16_t>(ports),
            header_length,
            static_cast<std::uint16_t>(total_length - header_length)};
}
// --8<-- [end:parse]

}  // namespace allocpool::cpp_limit
