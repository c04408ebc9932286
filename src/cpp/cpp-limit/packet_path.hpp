#pragma once

#include <cstddef>
#include <cstdint>

#include "fields.hpp"
#include "stored_packets.hpp"
#include "wire.hpp"
#include "wire_words.hpp"

namespace allocpool::cpp_limit {

/// A packet's path from the source to the store or pool: all state that changes from one
/// packet to the next, as a value of some twenty words. It owns no memory.
///
/// A compiler has to assume that a byte written to a packet may change any object whose
/// address has escaped. So to run many steps, copy the path into a local variable, run it
/// there, and copy it back; then counters and indices stay in registers.
///
/// @tparam Naming of handles.hpp
/// @tparam Ring of rings.hpp
/// @tparam Pool of pools.hpp
/// @tparam Generator of generator.hpp
template <class Naming, class Ring, class Pool, class Generator>
class PacketPath {
  public:
    using Handle = typename Naming::Handle;
    using Stored = StoredPackets<Handle, Generator>;

    /// @param distance packets between the hint to fetch a packet and its parsing, fewer
    ///        than the ring holds; 0 for no hints
    PacketPath(Naming packets, Ring queue, Pool pool, Stored stored,
               std::size_t distance) noexcept
        : packets_{packets},
          queue_{queue},
          pool_{pool},
          stored_{stored},
          distance_{distance} {}

    /// Until the queue is full, packets come in and none is processed.
    bool filling() const noexcept { return !queue_.full(); }

    /// Precondition: filling().
    void begin() noexcept { queue_.push(filled()); }

    // --8<-- [start:step]
    /// Takes in a packet and processes the oldest one. Precondition: not filling().
    void step() noexcept {
        if (distance_ != 0) {
            packets_[queue_.ahead(distance_)].prefetch();
        }
        process(queue_.exchange(filled()));
    }
    // --8<-- [end:step]

    std::uint64_t processed() const noexcept { return processed_; }
    std::uint64_t tcp_count() const noexcept { return tcp_count_; }

    /// The fields parsed from a stored packet.
    Fields stored_fields(Handle handle) const noexcept {
        return packets_[handle].parsed.fields();
    }

    /// The number of packets in the queue.
    std::size_t queued() const noexcept { return queue_.size(); }

    /// The fields of the queued packet that comes after `distance` others.
    Fields queued_fields(std::size_t distance) const noexcept {
        return parse(packets_[queue_.ahead(distance)].bytes).fields();
    }

  private:
    Handle filled() noexcept {
        const Handle newest = pool_.acquire();
        fill(packets_[newest].bytes, generator_.next());
        return newest;
    }

    // --8<-- [start:process]
    void process(Handle oldest) noexcept {
        auto& packet = packets_[oldest];
        packet.parsed = parse(packet.bytes);
        ++processed_;
        if (packet.parsed.protocol == wire::tcp) {
            ++tcp_count_;
            oldest = store(oldest);
            if (oldest == Naming::none) {
                return;
            }
        }
        pool_.release(oldest);
    }

    /// @return the packet it replaces, if there was one
    Handle store(Handle handle) noexcept {
        const Handle victim = stored_.replace(handle);
        if (distance_ != 0) {
            stored_.prefetch_next_but_one();
            const Handle next = stored_.next_victim();
            if (next != Naming::none) {
                packets_[next].prefetch();
            }
        }
        return victim;
    }
    // --8<-- [end:process]

    Naming packets_;
    Ring queue_;
    Pool pool_;
    Stored stored_;
    Generator generator_ = Generator::for_source();
    std::size_t distance_;
    std::uint64_t processed_ = 0;
    std::uint64_t tcp_count_ = 0;
};

}  // namespace allocpool::cpp_limit
