#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace allocpool {

/// The packets kept after processing, as a reassembler of TCP streams would keep them. A
/// new one takes the place of one chosen at random.
template <class Packet, class Generator>
class Store {
  public:
    explicit Store(std::size_t slots) : slots_(slots, nullptr) {}

    // --8<-- [start:store]
    /// Puts `packet` into the next slot.
    /// @return the packet that was there, now the caller's, or null
    Packet* replace(Packet* packet) noexcept {
        const std::uint64_t positive = generator_.next() & 0x7FFF'FFFF'FFFF'FFFFU;
        return std::exchange(slots_[positive % slots_.size()], packet);
    }
    // --8<-- [end:store]

    /// All slots; null where there is no packet.
    const std::vector<Packet*>& slots() const noexcept { return slots_; }

  private:
    std::vector<Packet*> slots_;
    Generator generator_ = Generator::for_store();
};

}  // namespace allocpool
