/// For learning: a few handmade packets. The judge has many more, and counts.

#include <cstdint>
#include <span>

#include "expect.hpp"
#include "flat_packets.hpp"

namespace {

/// A 28-byte packet: a 20-byte header, the ports, and four more bytes of payload.
struct Wire {
    // clang-format off
    std::uint8_t bytes[28] = {
        0x45, 0, 0, 28, 0x12, 0x34, 0, 0, 64, 6, 0, 0,
        10, 0, 0, 1, 192, 168, 0, 2,
        31, 5, 0, 80, 0xDE, 0xAD, 7, 9};
    // clang-format on

    std::span<const std::uint8_t> all() const { return bytes; }
};

void parses_every_field() {
    FlatPackets packets{2};
    Wire wire;
    const FlatPackets::Handle handle = packets.receive(wire.all());
    expect::that("a good packet is accepted", handle != FlatPackets::none);
    if (handle == FlatPackets::none) {
        return;
    }
    wire = {};
    wire.bytes[9] = 17;  // the caller's buffer holds another packet by now
    const Fields& fields = packets.fields(handle);
    expect::same("version", 4, fields.version);
    expect::same("length of the header", 20, fields.header_length);
    expect::same("total length", 28, fields.total_length);
    expect::same("identification", 0x1234, fields.identification);
    expect::same("time to live", 64, fields.time_to_live);
    expect::same("protocol", 6, fields.protocol);
    expect::same("source", 0x0A000001, fields.source);
    expect::same("destination", 0xC0A80002, fields.destination);
    expect::same("port of the source", 31 * 256 + 5, fields.source_port);
    expect::same("port of the destination", 80, fields.destination_port);
    const auto payload_bytes = static_cast<long long>(packets.payload(handle).size());
    expect::same("bytes of payload", 8, payload_bytes);
    packets.release(handle);
}

/// True if a packet is accepted after changing one byte.
bool accepts(std::size_t place, std::uint8_t value) {
    FlatPackets packets{1};
    Wire wire;
    wire.bytes[place] = value;
    return packets.receive(wire.all()) != FlatPackets::none;
}

void refuses_what_is_no_packet() {
    expect::that("version 6 is refused", !accepts(0, 0x65));
    expect::that("a header of 16 bytes is refused", !accepts(0, 0x44));
    expect::that("a total length of 23 leaves no room for the ports", !accepts(3, 23));
    expect::that("a total length of 24 does", accepts(3, 24));
    expect::that("a total length of 29 is more than arrived", !accepts(3, 29));
    FlatPackets packets{1};
    const Wire wire{};
    expect::that("19 bytes are no packet",
                 packets.receive(wire.all().first(19)) == FlatPackets::none);
}

void uses_its_memory_again() {
    FlatPackets packets{2};
    const Wire wire{};
    const FlatPackets::Handle first = packets.receive(wire.all());
    const FlatPackets::Handle second = packets.receive(wire.all());
    expect::that("two packets have two handles", first != second);
    expect::that("there is no third", packets.receive(wire.all()) == FlatPackets::none);
    if (first != FlatPackets::none) {
        packets.release(first);
    }
    expect::that("until one is released",
                 packets.receive(wire.all()) != FlatPackets::none);
}

}  // namespace

int main() {
    parses_every_field();
    refuses_what_is_no_packet();
    uses_its_memory_again();
    return expect::done();
}
