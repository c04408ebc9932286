#pragma once

/// All packets in one piece of memory, each known by a number.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "cpp-flat/packet.hpp"

namespace allocpool::threads {

/// A packet's number in its slab, which is what threads pass on. The thread that has the
/// handle owns the packet, one at a time.
using Handle = std::uint32_t;

/// Names no packet.
inline constexpr Handle no_packet = std::numeric_limits<Handle>::max();

/// A packet, on its own cache lines, of 64 bytes as on most machines, so that threads
/// with neighbouring packets don't disturb each other. The number of lines is odd, so
/// that the packets' headers spread over all sets of a cache.
struct alignas(64) Slot {
    cpp_flat::Packet packet;
};

static_assert(sizeof(Slot) / alignof(Slot) % 2 == 1);

/// The packets. Any number of threads may use the slab itself, but a packet only the one
/// that has its handle.
class Slab {
  public:
    /// Touches all memory, because it zeroes it: no packet causes a page fault later.
    /// @throws std::bad_alloc
    explicit Slab(std::size_t packets) : slots_{std::make_unique<Slot[]>(packets)} {}

    cpp_flat::Packet& operator[](Handle handle) const noexcept {
        return slots_[handle].packet;
    }

  private:
    std::unique_ptr<Slot[]> slots_;
};

/// The base of supplies whose packets are a slab's.
class OfSlab {
  public:
    using Packets = Slab;

    explicit OfSlab(std::size_t packets) : packets_{packets} {}

    std::size_t packets() const noexcept { return packets_; }
    void reclaim(const std::vector<Handle>&) const noexcept {}  // the slab will

  private:
    std::size_t packets_;
};

}  // namespace allocpool::threads
