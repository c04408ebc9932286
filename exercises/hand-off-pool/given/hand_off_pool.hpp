#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// What is pooled. Nothing in it is atomic: at any moment one thread owns it.
struct Packet {
    std::array<std::uint64_t, 8> words;
};

/// Packets for two threads. The *source* acquires a packet, fills it and passes it to the
/// *sink*, on a way of their own; the sink reads it and gives it back here. Neither of
/// them ever waits.
class HandOffPool {
  public:
    /// All packets are free. @param packets how many there are, at least 1
    explicit HandOffPool(std::size_t packets);
    /// Both threads have finished with the pool, and with packets that are still out.
    ~HandOffPool();
    HandOffPool(const HandOffPool&) = delete;
    HandOffPool& operator=(const HandOffPool&) = delete;

    /// A free packet, which is the caller's from now on, with any content; null when all
    /// are out. What the sink did with it before it gave it back is over. Only the source
    /// calls it.
    Packet* acquire() noexcept;

    /// The packet, which came from `acquire`, is free. Only the sink calls it, with its
    /// packets in any order. What the source did before it passed the packet on has
    /// happened before.
    void give_back(Packet* packet) noexcept;

  private:
    struct State;
    State* state_;
};
