/// Pushes packets into two queues, and pops them.
///
/// Words: a seed for random bytes; then, each with the number of a queue, OPEN and the
/// capacity of a queue that replaces the previous one; PUSH, where in these bytes the
/// packet begins, how many bytes arrive, the header's length and the total length; POP;
/// or LOOK and a number. Answers: 1 or 0 for a packet accepted or rejected; the payload's
/// length for a pop; for a look, the checksum of the payload last popped from that queue,
/// from the byte of that number on and then up to it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>

#include "drawn.hpp"
#include "packet_queue.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t next_queue = 0;
constexpr std::int64_t push = 1;
constexpr std::int64_t pop = 2;
constexpr std::int64_t look = 3;
constexpr std::size_t most_bytes = 6'400;  ///< of a packet

/// Packets are filled from these random bytes, which nothing shorter can represent.
std::uint8_t content[std::size_t{1} << 16U];

void draw(std::int64_t seed) {
    driver::Drawn words{seed};
    for (std::size_t n = 0; n < sizeof content; n += sizeof(std::uint64_t)) {
        const std::uint64_t word = words.next();
        std::memcpy(content + n, &word, sizeof word);
    }
}

/// Always the same buffer: a pointer kept into it will see the next packet. Packets end
/// where it ends, as far as words do, which tools read faster: one packet in eight ends right
/// there, so AddressSanitizer sees whatever reads beyond one.
alignas(std::uint64_t) std::uint8_t wire[most_bytes];

std::span<const std::uint8_t> arrived(driver::Words& words) {
    const auto from = static_cast<std::size_t>(words.next());
    const auto length = static_cast<std::size_t>(words.next());
    const std::int64_t header = words.next();
    const std::int64_t total = words.next();
    if (length > most_bytes || from > sizeof content - length) {
        throw std::runtime_error("the trace has a longer packet than there is room for");
    }
    constexpr std::size_t word = sizeof(std::uint64_t);
    std::uint8_t* const begin = wire + (most_bytes - length) / word * word;
    std::memcpy(begin, content + from, length);
    const std::array bytes{static_cast<std::uint8_t>(header), content[from + 1],
                           static_cast<std::uint8_t>(total >> 8),
                           static_cast<std::uint8_t>(total)};
    std::memcpy(begin, bytes.data(), std::min(bytes.size(), length));
    return {begin, length};
}

/// Adler-32, which depends on each byte's value and position. Nobody foresees where it
/// begins, so no other bytes have the same checksum.
std::int64_t checksum(std::span<const std::uint8_t> bytes, std::size_t from) {
    constexpr std::uint64_t modulus = 65'521;
    std::uint64_t sum = 1;
    std::uint64_t sums = 0;
    const std::size_t begin = bytes.empty() ? 0 : from % bytes.size();
    for (const auto part : {bytes.subspan(begin), bytes.first(begin)}) {
        for (const std::uint8_t byte : part) {
            sum += byte;
            sums += sum;
        }
    }
    return static_cast<std::int64_t>(sums % modulus << 16U | sum % modulus);
}

}  // namespace

void driver::play(Words& words) {
    draw(words.next());
    std::array<std::optional<PacketQueue>, 2> queues;
    std::array<std::span<const std::uint8_t>, 2> payloads;
    while (words.has_next()) {
        const std::int64_t operation = words.next();
        const auto which = static_cast<std::size_t>(words.next());
        std::optional<PacketQueue>& queue = queues.at(which);
        std::span<const std::uint8_t>& payload = payloads.at(which);
        if (operation == next_queue) {
            payload = {};
            queue.emplace(static_cast<std::size_t>(words.next()));
            continue;
        }
        switch (operation) {
            case push:
                words.answer(queue.value().push(arrived(words)));
                break;
            case pop:
                payload = queue.value().pop();
                words.answer(static_cast<std::int64_t>(payload.size()));
                break;
            case look:
                words.answer(checksum(payload, static_cast<std::size_t>(words.next())));
                break;
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
