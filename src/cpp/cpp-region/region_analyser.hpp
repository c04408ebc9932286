#pragma once

#include <cstddef>
#include <cstdint>

#include "batches.hpp"
#include "digest.hpp"
#include "kept_packet.hpp"
#include "packet.hpp"
#include "ring.hpp"
#include "sizes.hpp"
#include "source.hpp"
#include "store.hpp"
#include "wire.hpp"

namespace allocpool::cpp_region {

/// The network analyser, like Analyser except for memory: a packet in the queue belongs
/// to a batch, and a packet in the store is a copy.
///
/// @tparam Generator of generator.hpp
template <class Generator>
class RegionAnalyser {
  public:
    explicit RegionAnalyser(const Sizes& sizes)
        : batches_{sizes.queue + 1},
          queue_capacity_{sizes.queue},
          queue_(sizes.queue + 1),
          store_{sizes.stored} {}

    RegionAnalyser(const RegionAnalyser&) = delete;
    RegionAnalyser& operator=(const RegionAnalyser&) = delete;

    ~RegionAnalyser() {
        for (KeptPacket* kept : store_.slots()) {
            delete kept;
        }
    }

    /// Takes in a packet. If the queue is full, its oldest packet is processed.
    void step() {
        Packet* packet = batches_.make_packet();
        source_.fill(packet->bytes());
        queue_.push(packet);
        if (queue_.size() > queue_capacity_) {
            process(queue_.pop());
        }
    }

    /// Makes that many steps, like Analyser::run().
    [[gnu::noinline, gnu::flatten]] void run(std::uint64_t packets) {
        for (std::uint64_t i = 0; i < packets; ++i) {
            step();
        }
    }

    std::uint64_t processed() const noexcept { return processed_; }
    std::uint64_t tcp_count() const noexcept { return tcp_count_; }

    /// The digest of everything done so far. A queued packet is parsed in a copy, because
    /// its region has room for only one parse.
    std::uint64_t digest() {
        Digest digest{processed_, tcp_count_};
        std::uint64_t place = 0;
        for (const KeptPacket* kept : store_.slots()) {
            if (kept != nullptr) {
                digest.add(place, kept->fields());
            }
            ++place;
        }
        for (std::size_t left = queue_.size(); left != 0; --left) {
            Packet* packet = queue_.pop();
            digest.add(place, KeptPacket{*packet}.fields());
            queue_.push(packet);  // goes all the way round, so the order stays
            ++place;
        }
        return digest.value();
    }

  private:
    // --8<-- [start:process]
    void process(Packet* packet) {
        packet->parse(batches_.memory_of_oldest());
        ++processed_;
        if (packet->protocol() == wire::tcp) {
            ++tcp_count_;
            delete store_.replace(new KeptPacket{*packet});
        }
        batches_.drop_oldest();
    }
    // --8<-- [end:process]

    Batches batches_;
    Source<Generator> source_;
    std::size_t queue_capacity_;
    Ring<Packet*> queue_;
    Store<KeptPacket, Generator> store_;
    std::uint64_t processed_ = 0;
    std::uint64_t tcp_count_ = 0;
};

}  // namespace allocpool::cpp_region
