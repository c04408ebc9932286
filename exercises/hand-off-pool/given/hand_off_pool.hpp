#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// A pooled object. Nothing in it is atomic, because only one thread owns it at a time.
struct Packet {
    std::array<std::uint64_t, 8> words;
};

/// Packets for two threads. The *source* acquires a packet, fills it and passes it to the
/// *sink*, but not through this pool; the sink reads it and gives it back here. Neither
/// ever waits.
class HandOffPool {
  public:
    /// Makes a pool of free packets. @param packets how many, at least 1
    explicit HandOffPool(std::size_t packets);
    /// Both threads must have finished with the pool and its packets.
    ~HandOffPool();
    HandOffPool(const HandOffPool&) = delete;
    HandOffPool& operator=(const HandOffPool&) = delete;

    /// Returns a free packet with arbitrary contents, which the caller now owns; null if
    /// all are out. Everything the sink did with it before giving it back happens before
    /// this returns. Only the source calls this.
    Packet* acquire() noexcept;

    /// Frees a packet that came from `acquire`. Only the sink calls this, with its
    /// packets in any order. Everything the source did before passing the packet on
    /// happens before this call.
    void give_back(Packet* packet) noexcept;

  private:
    struct State;
    State* state_;
};
