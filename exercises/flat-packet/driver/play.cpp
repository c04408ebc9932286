/// Receives and releases packets in two instances of FlatPackets.
///
/// Words: the capacity of each instance; how many numbers the judge gives to packets, the
/// even ones in the first instance, odd ones in the second; then RECEIVE, a number, a
/// length and the bytes in eight words; LOOK, a number and a factor for the digest; or
/// RELEASE and a number. Answers: 1 or 0 for a packet accepted or rejected; a digest of fields and payload for
/// a look.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <vector>

#include "flat_packets.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t receive = 0;
constexpr std::int64_t look = 1;
constexpr std::int64_t release = 2;
constexpr std::size_t wire_words = FlatPackets::packet_bytes / sizeof(std::int64_t);

/// Nobody foresees the factor, so no other packet has the same digest.
std::int64_t digest(const FlatPackets& packets, FlatPackets::Handle handle,
                    std::uint64_t factor) {
    const Fields& fields = packets.fields(handle);
    std::uint64_t result = 0;
    const auto add = [&result, factor](std::uint64_t value) {
        result = result * factor + value;
    };
    add(fields.version);
    add(fields.header_length);
    add(fields.total_length);
    add(fields.identification);
    add(fields.time_to_live);
    add(fields.protocol);
    add(fields.source);
    add(fields.destination);
    add(fields.source_port);
    add(fields.destination_port);
    for (const std::uint8_t byte : packets.payload(handle)) {
        add(byte);
    }
    add(packets.payload(handle).size());
    return static_cast<std::int64_t>(result);
}

}  // namespace

void driver::play(Words& words) {
    FlatPackets first{static_cast<std::size_t>(words.next())};
    FlatPackets second{static_cast<std::size_t>(words.next())};
    std::vector<FlatPackets::Handle> handles(static_cast<std::size_t>(words.next()),
                                             FlatPackets::none);
    // Always the same buffer: a pointer kept into it will see the next packet.
    std::uint8_t wire[FlatPackets::packet_bytes];
    while (words.has_next()) {
        const std::int64_t operation = words.next();
        const auto number = static_cast<std::size_t>(words.next());
        FlatPackets& packets = number % 2 == 0 ? first : second;
        FlatPackets::Handle& handle = handles.at(number);
        // If not, a valid packet was rejected, and that wrong answer has been given.
        const bool is_there = handle != FlatPackets::none;
        switch (operation) {
            case receive: {
                const auto length = static_cast<std::size_t>(words.next());
                for (std::size_t n = 0; n < wire_words; ++n) {
                    const std::int64_t word = words.next();
                    std::memcpy(wire + n * sizeof word, &word, sizeof word);
                }
                handle = packets.receive(std::span{wire, length});
                words.answer(handle == FlatPackets::none ? 0 : 1);
                break;
            }
            case look: {
                const auto factor = static_cast<std::uint64_t>(words.next());
                words.answer(is_there ? digest(packets, handle, factor) : 0);
                break;
            }
            case release:
                if (is_there) {
                    packets.release(handle);
                }
                break;
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
