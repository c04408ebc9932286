#pragma once

/// No pool: the source allocates each packet, and the processor that is done with it
/// deletes it. The allocator returns the memory to the thread that needs it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "counts.hpp"
#include "shape.hpp"
#include "slab.hpp"

namespace allocpool::threads {

/// Packets from `new`. A handle is a packet's distance from the first one, in units of
/// what `new` aligns to, as HotSpot compresses its references: it reaches 32 GiB to
/// either side. Any thread.
class AllocatedPackets {
  public:
    explicit AllocatedPackets(std::size_t) {}

    cpp_flat::Packet& operator[](Handle handle) const noexcept {
        return *reinterpret_cast<cpp_flat::Packet*>(origin + handle * unit);
    }

    /// @throws std::runtime_error if the packet is out of reach
    static Handle handle_of(const cpp_flat::Packet* packet) {
        const std::uintptr_t distance =
            (reinterpret_cast<std::uintptr_t>(packet) - origin) / unit;
        if (distance >= no_packet) {
            throw std::runtime_error(
                "the allocator's packets lie too far apart: no "
                "32 bits can tell where they are");
        }
        return static_cast<Handle>(distance);
    }

  private:
    static constexpr std::uintptr_t unit = __STDCPP_DEFAULT_NEW_ALIGNMENT__;
    static inline const auto first = std::make_unique<cpp_flat::Packet>();
    static inline const std::uintptr_t origin =
        reinterpret_cast<std::uintptr_t>(first.get()) -
        (std::uintptr_t{no_packet} / 2) * unit;
};

/// See supplies.hpp for who may call what.
class Allocating {
  public:
    using Packets = AllocatedPackets;

    Allocating(std::size_t, const Shape& shape) : processors_{shape.processors} {}

    // --8<-- [start:allocating]
    /// @throws std::bad_alloc; std::runtime_error if the packet is out of reach
    bool acquire(std::size_t, Handle& handle) {
        handle = AllocatedPackets::handle_of(new cpp_flat::Packet);
        counts_[0].increment();
        return true;
    }

    void release(std::size_t processor, Handle handle) noexcept {
        delete &packets_[handle];
        counts_[1 + processor].increment();
    }
    // --8<-- [end:allocating]

    void collect() const noexcept {}
    void flush(std::size_t) const noexcept {}

    /// None: it owns no packets.
    std::vector<Handle> handles() const { return {}; }

    std::size_t packets() {
        return static_cast<std::size_t>(counts_[0].value() -
                                        counts_.of_processors(processors_));
    }

    void reclaim(const std::vector<Handle>& owned) noexcept {
        for (const Handle handle : owned) {
            release(0, handle);
        }
    }

  private:
    std::size_t processors_;
    AllocatedPackets packets_{0};
    Apart counts_;
};

}  // namespace allocpool::threads
