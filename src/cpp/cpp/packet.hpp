#pragma once

/// The direct translation of the Java design: a packet is parsed into separate objects,
/// each from `new`.
///
/// The raw pointers are deliberate. A `std::unique_ptr` would do the same and couldn't go
/// wrong, but we want to see each `new` and each `delete`. `forget()` shows how to avoid
/// the classic mistake: clear the pointer after the delete, or the next release deletes
/// the object again.

#include <cstddef>
#include <cstdint>

#include "allocated.hpp"
#include "fields.hpp"
#include "sizes.hpp"

namespace allocpool::cpp {

// --8<-- [start:objects]
class Ipv4Address : public Allocated<Ipv4Address> {
  public:
    explicit Ipv4Address(std::uint32_t value) noexcept : value_{value} {}
    std::uint32_t value() const noexcept { return value_; }

  private:
    std::uint32_t value_;
};

/// Owns its addresses.
class IpHeader : public Allocated<IpHeader> {
  public:
    explicit IpHeader(const std::uint8_t* bytes);
    IpHeader(const IpHeader&) = delete;
    IpHeader& operator=(const IpHeader&) = delete;
    ~IpHeader();

    std::uint8_t version;
    std::uint8_t length;  ///< of the header, in bytes
    std::uint16_t total_length;
    std::uint16_t identification;
    std::uint8_t time_to_live;
    std::uint8_t protocol;
    Ipv4Address* source;
    Ipv4Address* destination;
};

/// Owns its header; its payload is in the packet's buffer.
class IpPacket : public Allocated<IpPacket> {
  public:
    explicit IpPacket(const std::uint8_t* bytes);
    IpPacket(const IpPacket&) = delete;
    IpPacket& operator=(const IpPacket&) = delete;
    ~IpPacket();

    IpHeader* header;
    std::uint16_t source_port;
    std::uint16_t destination_port;
    const std::uint8_t* payload;  ///< the bytes after the header
    std::size_t payload_length;
};
// --8<-- [end:objects]

static_assert(sizeof(Ipv4Address) == 4);
static_assert(sizeof(void*) != 8 || sizeof(IpHeader) == 24);
static_assert(sizeof(void*) != 8 || sizeof(IpPacket) == 32);

/// A buffer, and the objects parsed from it, if any.
class Packet : public Allocated<Packet> {
  public:
    Packet() noexcept : parsed_{nullptr} {}  // the buffer stays uninitialised
    Packet(const Packet&) = delete;
    Packet& operator=(const Packet&) = delete;
    ~Packet() { forget(); }

    std::uint8_t* bytes() noexcept { return buffer_; }

    // --8<-- [start:packet]
    /// Allocates four objects. Precondition: the buffer holds a packet from the source,
    /// with correct lengths. Anything already parsed leaks: see Dummy.
    void parse() { parsed_ = new IpPacket{buffer_}; }

    /// Deletes the parsed objects, if any.
    void forget() noexcept {
        delete parsed_;
        parsed_ = nullptr;
    }
    // --8<-- [end:packet]

    /// Precondition of both: parse() was called.
    std::uint8_t protocol() const noexcept { return parsed_->header->protocol; }
    Fields fields() const noexcept;

  private:
    std::uint8_t buffer_[buffer_bytes];
    IpPacket* parsed_;
};

static_assert(sizeof(Packet) == buffer_bytes + sizeof(void*));

}  // namespace allocpool::cpp
