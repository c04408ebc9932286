#pragma once

#include <cstddef>
#include <memory_resource>

#include "packet.hpp"

namespace allocpool::cpp_region {

/// Packets that share a region. Few, so that a region just emptied is still in a near
/// cache; but enough that emptying one costs next to nothing per packet.
inline constexpr std::size_t batch_packets = 200;

// --8<-- [start:region]
/// A batch's memory. An object in it costs moving a pointer, and all objects are freed
/// together. Not safe for use by more than one thread.
class Region {
  public:
    Region() noexcept
        : resource_{buffer_, sizeof(buffer_), std::pmr::null_memory_resource()} {}
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;

    /// The memory for new objects. A full region throws std::bad_alloc: it never takes
    /// more than its buffer.
    Memory memory() noexcept { return &resource_; }

    /// Frees everything in it without calling destructors. The buffer is reused from its
    /// beginning, even if something still points there.
    void empty() noexcept { resource_.release(); }

  private:
    alignas(Packet) std::byte buffer_[batch_packets * (sizeof(Packet) + parsed_bytes)];
    std::pmr::monotonic_buffer_resource resource_;
};
// --8<-- [end:region]

}  // namespace allocpool::cpp_region
