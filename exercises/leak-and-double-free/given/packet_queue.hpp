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

/// A queue of packets, which it owns. For one thread.
///
/// A packet begins with a header: byte 0 is the header's length, bytes 2 and 3 are the
/// total length, big-endian. Both are in bytes. The payload follows the header, up to the
/// total length.
class PacketQueue {
  public:
    static constexpr std::size_t shortest_header = 4;

    /// Makes an empty queue. @param capacity how many packets can wait, at least 1
    explicit PacketQueue(std::size_t capacity);
    ~PacketQueue();
    PacketQueue(const PacketQueue&) = delete;
    PacketQueue& operator=(const PacketQueue&) = delete;

    /// Copies a packet and appends it; if the queue is full, the oldest one is dropped.
    /// @return false, and nothing has changed, if the bytes aren't a packet: there are
    ///     fewer than four, or the header is shorter, or there's no payload, or part of
    ///     it is missing
    bool push(Bytes bytes);

    /// Removes the oldest packet.
    /// @return its payload, which can be read until the next `pop`, or until the queue
    ///     is destroyed; empty if there is no packet
    Bytes pop() noexcept;

  private:
    struct State;
    State* state_;
};
