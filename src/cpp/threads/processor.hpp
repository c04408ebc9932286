#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "digest.hpp"
#include "ring.hpp"
#include "slab.hpp"
#include "wire.hpp"

namespace allocpool::threads {

/// The size of part number `part` of `total` packets in `parts` parts; parts differ by
/// one at most.
constexpr std::size_t part_of(std::size_t total, std::size_t part, std::size_t parts) {
    return total / parts + (part < total % parts ? 1 : 0);
}

/// Processes incoming packets: the analyser's queue, parser and store, or one processor's
/// share of them.
///
/// The processor has its own queue, behind the ring that brings the packets. So a
/// packet is processed once `queue` later ones have come, which depends on counts, not
/// on timing, and after n packets the outcome is the same for any number of threads.
/// Owns the packets it holds. For one thread at a time.
///
/// @tparam Packets finds a packet by its handle
template <class Generator, class Packets = Slab>
class Processor {
  public:
    /// @param packets outlives this object
    /// @param queue the number of packets that wait to be processed
    /// @param stored packets kept after processing, at least 1
    Processor(const Packets& packets, std::size_t queue, std::size_t stored)
        : packets_{packets},
          queue_capacity_{queue},
          queue_(queue + 1),
          store_(stored, no_packet) {}

    /// Takes in a packet. If the queue is full, its oldest packet is processed.
    /// @param release called with each packet that is no longer needed
    template <class Release>
    void take(Handle handle, Release&& release) {
        queue_.push(handle);
        if (queue_.size() > queue_capacity_) {
            process(queue_.pop(), release);
        }
    }

    std::uint64_t processed() const noexcept { return processed_; }
    std::uint64_t tcp_count() const noexcept { return tcp_count_; }

    /// The number of places in store and queue.
    std::uint64_t places() const noexcept { return store_.size() + queue_capacity_; }

    /// Adds the packets in the store and in the queue, as the analyser's digest does.
    /// @param first the place of the store's first slot
    void add_to(Digest& digest, std::uint64_t first) {
        std::uint64_t place = first;
        for (const Handle handle : store_) {
            if (handle != no_packet) {
                digest.add(place, packets_[handle].fields());
            }
            ++place;
        }
        for_each_queued([&](Handle handle) {
            packets_[handle].parse();
            digest.add(place++, packets_[handle].fields());
        });
    }

    /// Appends the packets that this processor owns.
    void add_to(std::vector<Handle>& handles) {
        for (const Handle handle : store_) {
            if (handle != no_packet) {
                handles.push_back(handle);
            }
        }
        for_each_queued([&](Handle handle) { handles.push_back(handle); });
    }

  private:
    // --8<-- [start:process]
    template <class Release>
    void process(Handle handle, Release&& release) {
        cpp_flat::Packet& packet = packets_[handle];
        packet.parse();
        ++processed_;
        if (packet.protocol() == wire::tcp) {
            ++tcp_count_;
            handle = replace(handle);
        }
        if (handle != no_packet) {
            release(handle);
        }
    }

    /// As Store::replace does, with handles.
    Handle replace(Handle handle) noexcept {
        const std::uint64_t positive = generator_.next() & 0x7FFF'FFFF'FFFF'FFFFU;
        return std::exchange(store_[positive % store_.size()], handle);
    }
    // --8<-- [end:process]

    /// Goes all the way round, so the order stays.
    template <class Action>
    void for_each_queued(Action&& action) {
        for (std::size_t left = queue_.size(); left != 0; --left) {
            const Handle handle = queue_.pop();
            action(handle);
            queue_.push(handle);
        }
    }

    const Packets& packets_;
    std::size_t queue_capacity_;
    Ring<Handle> queue_;
    std::vector<Handle> store_;
    Generator generator_ = Generator::for_store();
    std::uint64_t processed_ = 0;
    std::uint64_t tcp_count_ = 0;
};

}  // namespace allocpool::threads
