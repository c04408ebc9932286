#pragma once

#include <cstddef>
#include <vector>

#include "region.hpp"

namespace allocpool::cpp_region {

/// A position in a stream of packets, whose batches take turns in a circle of regions.
class Place {
  public:
    explicit Place(std::vector<Region>& regions) noexcept : regions_{&regions} {}

    /// The region of the packet's batch.
    Region& region() noexcept { return (*regions_)[at_]; }

    /// Advances to the next packet.
    /// @return true if it belongs to another batch
    bool advance() noexcept {
        if (++packets_ != batch_packets) {
            return false;
        }
        packets_ = 0;
        at_ = at_ + 1 == regions_->size() ? 0 : at_ + 1;
        return true;
    }

  private:
    std::vector<Region>* regions_;
    std::size_t at_ = 0;
    std::size_t packets_ = 0;
};

/// Regions for all packets between the newest and the oldest, which may be anywhere in
/// their batches. Packets die in the order in which they came, and so do batches.
class Batches {
  public:
    /// @param alive the most packets between the newest and the oldest, both included
    explicit Batches(std::size_t alive)
        : regions_((alive + batch_packets - 2) / batch_packets + 1),
          newest_{regions_},
          oldest_{regions_} {}

    Batches(const Batches&) = delete;
    Batches& operator=(const Batches&) = delete;

    /// Precondition: fewer than `alive` packets exist.
    Packet* make_packet() {
        auto* packet = newest_.region().memory().new_object<Packet>();
        newest_.advance();
        return packet;
    }

    /// The memory of the oldest packet's batch.
    Memory memory_of_oldest() noexcept { return oldest_.region().memory(); }

    /// Drops the oldest packet. The last one of a batch empties its region.
    void drop_oldest() noexcept {
        Region& region = oldest_.region();
        if (oldest_.advance()) {
            region.empty();
        }
    }

  private:
    std::vector<Region> regions_;
    Place newest_;  ///< that of the packet to come
    Place oldest_;
};

}  // namespace allocpool::cpp_region
