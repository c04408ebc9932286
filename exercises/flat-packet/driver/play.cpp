/// Receives and releases packets in three instances of FlatPackets.
///
/// Words: the capacity of each instance; how many numbers the judge gives to packets,
/// dealt out to the instances in turn; then RECEIVE, a number, a length and the bytes in
/// eight words; LOOK, a number and a factor for the digest; or RELEASE and a number.
/// Answers: 1 or 0 for a packet accepted or rejected, 2 for an invalid handle; a digest of
/// fields and payload for a look.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "flat_packets.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t receive = 0;
constexpr std::int64_t look = 1;
constexpr std::int64_t release = 2;

/// A packet in use, as it was last shown.
struct Shown {
    FlatPackets::Handle handle = FlatPackets::none;
    const Fields* fields = nullptr;  ///< null until the first time
    Bytes payload{};

    void again(const FlatPackets& packets) {
        fields = &packets.fields(handle);
        payload = packets.payload(handle);
    }
};

/// Nobody foresees the factor, so no other packet has the same digest.
std::int64_t digest(const Fields& fields, Bytes payload, std::uint64_t factor) {
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
    for (const std::uint8_t byte : payload) {
        add(byte);
    }
    add(payload.size());
    return static_cast<std::int64_t>(result);
}

}  // namespace

void driver::play(Words& words) {
    std::array<std::optional<FlatPackets>, 3> instances;
    for (std::optional<FlatPackets>& one : instances) {
        one.emplace(static_cast<std::size_t>(words.next()));
    }
    std::vector<Shown> all(static_cast<std::size_t>(words.next()));
    // Always the same buffer: a pointer kept into it will see the next packet. Packets end
    // where it ends, so AddressSanitizer sees whatever reads beyond one.
    std::uint8_t wire[FlatPackets::packet_bytes];
    while (words.has_next()) {
        const std::int64_t operation = words.next();
        const auto number = static_cast<std::size_t>(words.next());
        FlatPackets& packets = instances[number % instances.size()].value();
        Shown& packet = all.at(number);
        // If not, a valid packet was rejected, and that wrong answer has been given.
        const bool is_there = packet.handle >= 0;
        switch (operation) {
            case receive: {
                const auto length = static_cast<std::size_t>(words.next());
                std::array<std::int64_t, sizeof wire / sizeof(std::int64_t)> bytes;
                for (std::int64_t& word : bytes) {
                    word = words.next();
                }
                std::uint8_t* const begin = wire + sizeof wire - length;
                std::memcpy(begin, bytes.data(), length);
                packet = {.handle = packets.receive(std::span{begin, length})};
                words.answer(packet.handle == FlatPackets::none ? 0
                             : packet.handle >= 0               ? 1
                                                                : 2);
                break;
            }
            case look: {
                const auto factor = static_cast<std::uint64_t>(words.next());
                if (!is_there) {
                    words.answer(0);
                    break;
                }
                if (packet.fields == nullptr) {
                    packet.again(packets);
                }
                // What was shown before must still be there; what is shown now, next time.
                words.answer(digest(*packet.fields, packet.payload, factor));
                packet.again(packets);
                break;
            }
            case release:
                if (is_there) {
                    packets.release(packet.handle);
                }
                break;
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
