#pragma once

/// Draws a parsed packet of any of the four steps, which differ in what they hold by
/// value and what by pointer.

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cost.hpp"
#include "layout.hpp"

namespace steps {

inline Field pointer_field(const char* name, std::size_t offset) {
    return {name, offset, sizeof(void*), Kind::pointer};
}

/// The fields of a header at `offset` bytes into an object.
template <class Header>
std::vector<Field> header_fields(std::size_t offset) {
    std::vector<Field> fields = {
        {"fields", offset + offsetof(Header, version), 8, Kind::value}};
    const std::size_t source = offset + offsetof(Header, source);
    const std::size_t destination = offset + offsetof(Header, destination);
    if constexpr (std::is_pointer_v<decltype(Header::source)>) {
        fields.push_back(pointer_field("source", source));
        fields.push_back(pointer_field("destination", destination));
    } else {
        fields.push_back({"src", source, sizeof(Header::source), Kind::value});
        fields.push_back({"dst", destination, sizeof(Header::destination), Kind::value});
    }
    return fields;
}

/// The fields of an IP packet at `offset` bytes into an object.
template <class IpPacket>
std::vector<Field> ip_fields(std::size_t offset) {
    using Header = decltype(IpPacket::header);
    const std::size_t header = offset + offsetof(IpPacket, header);
    std::vector<Field> fields;
    if constexpr (std::is_pointer_v<Header>) {
        fields = {pointer_field("header", header)};
    } else {
        fields = header_fields<Header>(header);
    }
    fields.push_back({"ports", offset + offsetof(IpPacket, source_port), 4, Kind::value});
    fields.push_back(pointer_field("payload", offset + offsetof(IpPacket, payload)));
    fields.push_back({"length", offset + offsetof(IpPacket, payload_length),
                      sizeof(std::size_t), Kind::value});
    return fields;
}

/// The packet and the objects that parsing allocated for it.
template <class Packet>
Layout layout(std::string title, const Packet& packet) {
    using Parsed = decltype(Packet::parsed);
    constexpr bool has_objects = std::is_pointer_v<Parsed>;
    std::vector<Field> fields;
    if constexpr (has_objects) {
        fields = {pointer_field("parsed", offsetof(Packet, parsed))};
    } else {
        fields = ip_fields<Parsed>(offsetof(Packet, parsed));
    }
    const std::size_t buffer = offsetof(Packet, buffer);
    fields.push_back({"header on the wire", buffer, read_bytes, Kind::wire});
    fields.push_back({"rest of the buffer", buffer + read_bytes,
                      sizeof(Packet::buffer) - read_bytes, Kind::payload});
    Layout drawn(std::move(title));
    drawn.object("Packet", &packet, sizeof packet, std::move(fields));
    if constexpr (has_objects) {
        const auto& ip = *packet.parsed;
        const auto& header = *ip.header;
        drawn.object("IpPacket", &ip, sizeof ip,
                     ip_fields<std::remove_pointer_t<Parsed>>(0));
        drawn.object("IpHeader", &header, sizeof header,
                     header_fields<std::remove_pointer_t<decltype(ip.header)>>(0));
        if constexpr (std::is_pointer_v<decltype(header.source)>) {
            for (const auto& [name, address] :
                 {std::pair("Ipv4Address, the source", header.source),
                  std::pair("Ipv4Address, the destination", header.destination)}) {
                drawn.object(name, address, sizeof *address,
                             {{"value", 0, sizeof *address, Kind::value}});
            }
        }
    }
    return drawn;
}

}  // namespace steps
