#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// A pooled object. Nothing in it is atomic: at any moment one thread owns it.
struct Packet {
    std::array<std::uint64_t, 8> words;
};

/// Packets for two threads. The *source* acquires a packet, fills it and passes it to the
/// *sink*, but not through this pool; the sink reads it and gives it back here. Neither
/// ever waits.
class HandOffPool {
  public:
    /// All packets are free. @param packets how many there are, at least 1
    explicit HandOffPool(std::size_t packets);
    /// Both threads have finished with the pool and its packets.
    ~HandOffPool();
    HandOffPool(const HandOffPool&) = delete;
    HandOffPool& operator=(const HandOffPool&) = delete;

    /// A free packet, which the caller now owns, with any content; null if all are out.
    /// What the sink did with it before giving it back happened before. Only the source
    /// calls this.
    Packet* acquire() noexcept;

    /// Frees a packet that came from `acquire`. Only the sink calls this, with its
    /// packets in any order. What the source did before it passed the packet on happened
    /// before.
    void give_back(Packet* packet) noexcept;

  private:
    struct State;
    State* state_;
};
