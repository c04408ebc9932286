#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>

#include "fields.hpp"
#include "packet.hpp"
#include "sizes.hpp"

namespace allocpool::cpp_region {

// --8<-- [start:kept]
/// A packet's copy, which outlives its batch: one block, with no pointers out of it.
/// Copied pointers would still point into the region, so the copy is parsed again.
class KeptPacket {
  public:
    explicit KeptPacket(const Packet& packet) {
        std::memcpy(packet_.bytes(), packet.bytes(), buffer_bytes);
        std::pmr::monotonic_buffer_resource inside{parsed_, sizeof(parsed_),
                                                   std::pmr::null_memory_resource()};
        packet_.parse(&inside);
    }

    KeptPacket(const KeptPacket&) = delete;
    KeptPacket& operator=(const KeptPacket&) = delete;

    const std::uint8_t* bytes() const noexcept { return packet_.bytes(); }
    Fields fields() const noexcept { return packet_.fields(); }

  private:
    Packet packet_;
    alignas(IpPacket) std::byte parsed_[parsed_bytes];
};
// --8<-- [end:kept]

}  // namespace allocpool::cpp_region
