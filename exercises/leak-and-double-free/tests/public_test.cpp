/// For learning: what a queue must do, and how many memory blocks it still has at the
/// end. The judge asks much more, and has better tools for memory: the README explains
/// how to use them.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <span>
#include <vector>

#include "expect.hpp"
#include "packet_queue.hpp"

namespace {

long long blocks = 0;  ///< from `new`, and not deleted yet

}  // namespace

// These replace the library's in the whole program, and count.
void* operator new(std::size_t bytes) {
    void* block = std::malloc(bytes == 0 ? 1 : bytes);
    if (block == nullptr) {
        throw std::bad_alloc{};
    }
    ++blocks;
    return block;
}

void operator delete(void* block) noexcept {
    if (block != nullptr) {
        --blocks;
        std::free(block);
    }
}

void operator delete(void* block, std::size_t) noexcept {
    operator delete(block);
}

namespace {

/// A packet with a four-byte header and a forty-byte payload, all of one value.
std::vector<std::uint8_t> packet(std::uint8_t value) {
    std::vector<std::uint8_t> bytes(44, value);
    bytes[0] = 4;
    bytes[2] = 0;
    bytes[3] = 44;
    return bytes;
}

/// The payload's first byte; -1 if there is none.
long long first(std::span<const std::uint8_t> payload) {
    return payload.empty() ? -1 : payload.front();
}

void keeps_order() {
    PacketQueue queue{4};
    expect::same("what an empty queue gives", -1, first(queue.pop()));
    for (std::uint8_t value = 10; value < 13; ++value) {
        expect::that("a good packet is accepted", queue.push(packet(value)));
    }
    expect::same("bytes of payload", 40, static_cast<long long>(queue.pop().size()));
    expect::same("the second packet", 11, first(queue.pop()));
    expect::same("the third one", 12, first(queue.pop()));
    expect::same("then it is empty", -1, first(queue.pop()));
}

void drops_the_oldest() {
    PacketQueue queue{2};
    for (std::uint8_t value = 20; value < 25; ++value) {
        expect::that("a full queue accepts one more", queue.push(packet(value)));
    }
    expect::same("of five packets, a queue of two has no. 4", 23, first(queue.pop()));
    expect::same("and no. 5", 24, first(queue.pop()));
    expect::same("and no other", -1, first(queue.pop()));
}

void shows_a_payload_until_the_next_one() {
    PacketQueue queue{2};
    queue.push(packet(30));
    const std::span<const std::uint8_t> payload = queue.pop();
    for (std::uint8_t value = 31; value < 35; ++value) {
        queue.push(packet(value));
    }
    expect::same("a payload, after others have come", 30, first(payload));
}

void gives_all_memory_back() {
    const long long before = blocks;
    {
        PacketQueue queue{2};
        for (std::uint8_t value = 40; value < 48; ++value) {
            queue.push(packet(value));
        }
        queue.pop();
    }
    expect::same("blocks that a queue leaves behind", 0, blocks - before);
}

void refuses_what_is_no_packet() {
    PacketQueue queue{2};
    queue.push(packet(50));
    queue.push(packet(51));
    std::vector<std::uint8_t> bytes = packet(52);
    expect::that("three bytes are refused", !queue.push(std::span{bytes}.first(3)));
    expect::that("and 43 of 44, too", !queue.push(std::span{bytes}.first(43)));
    bytes[3] = 4;
    expect::that("and a packet without a payload", !queue.push(bytes));
    bytes[0] = 3;
    expect::that("and a header of three bytes", !queue.push(bytes));
    expect::same("the packets that waited still do", 50, first(queue.pop()));
    expect::same("both of them", 51, first(queue.pop()));
}

}  // namespace

int main() {
    // Unbuffered, because a program that is aborted loses what it has buffered.
    std::setvbuf(stdout, nullptr, _IONBF, 0);
    keeps_order();
    drops_the_oldest();
    shows_a_payload_until_the_next_one();
    gives_all_memory_back();
    refuses_what_is_no_packet();
    return expect::done();
}
