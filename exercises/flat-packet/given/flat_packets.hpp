#pragma once

#include <cstddef>
#include <cstdint>

#if __cplusplus >= 202002L
#include <span>
/// A view of bytes that somebody else owns.
using Bytes = std::span<const std::uint8_t>;
#else  // in a notebook, whose interpreter speaks C++17
#include <steps/span.hpp>
using Bytes = steps::span<const std::uint8_t>;
#endif

/// The parsed fields, in this machine's byte order. The numbers are their offsets on the
/// wire, in bytes. The ports are the first four bytes of the payload.
struct Fields {
    std::uint8_t version;          ///< upper half of 0
    std::uint8_t header_length;    ///< lower half of 0, but in bytes here
    std::uint16_t total_length;    ///< 2, in bytes
    std::uint16_t identification;  ///< 4
    std::uint8_t time_to_live;     ///< 8
    std::uint8_t protocol;         ///< 9
    std::uint32_t source;          ///< 12
    std::uint32_t destination;     ///< 16
    std::uint16_t source_port;
    std::uint16_t destination_port;
};

/// Packets and their parsed fields, in memory that is allocated once. For one thread.
class FlatPackets {
  public:
    using Handle = std::int32_t;
    static constexpr Handle none = -1;
    static constexpr std::size_t packet_bytes = 64;  ///< no packet is longer

    /// Allocates the memory for `capacity` packets, at least 1.
    explicit FlatPackets(std::size_t capacity);
    ~FlatPackets();
    FlatPackets(const FlatPackets&) = delete;
    FlatPackets& operator=(const FlatPackets&) = delete;

    /// Copies and parses a packet. @param bytes at most `packet_bytes` of them
    /// @return its handle, from 0; `none` if all are in use, or this isn't a packet
    Handle receive(Bytes bytes) noexcept;

    /// The parsed fields. Here and below, handles must be those of packets in use.
    const Fields& fields(Handle handle) const noexcept;
    /// The bytes after the header, up to the total length.
    Bytes payload(Handle handle) const noexcept;
    /// Frees the packet.
    void release(Handle handle) noexcept;

  private:
    struct State;
    State* state_;
};
