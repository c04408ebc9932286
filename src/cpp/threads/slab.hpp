#pragma once

/// All packets in one piece of memory, each known by a number.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "cpp-flat/packet.hpp"

namespace allocpool::threads {

/// A packet's number in its slab, which is what goes from thread to thread. Whoever has
/// the handle owns the packet: one thread at a time.
using Handle = std::uint32_t;

/// Names no packet.
inline constexpr Handle no_packet = std::numeric_limits<Handle>::max();

/// A packet on cache lines of its own, of 64 bytes as most machines have them: two
/// threads that have neighbours do not disturb each other. The number of lines is odd, so
/// that the lines with the headers, one per packet, spread over all sets of a cache.
struct alignas(64) Slot {
    cpp_flat::Packet packet;
};

static_assert(sizeof(Slot) / alignof(Slot) % 2 == 1);

/// The packets. The slab itself may be used by any number of threads; a packet only by
/// the one that has its handle.
class Slab {
  public:
    /// All memory is touched here, because it is zeroed: no packet meets a page fault.
    /// @throws std::bad_alloc
    explicit Slab(std::size_t packets) : slots_{std::make_unique<Slot[]>(packets)} {}

    cpp_flat::Packet& operator[](Handle handle) const noexcept {
        return slots_[handle].packet;
    }

  private:
    std::unique_ptr<Slot[]> slots_;
};

}  // namespace allocpool::threads
