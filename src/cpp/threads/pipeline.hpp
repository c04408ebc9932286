#pragma once

/// The analyser with its source in one thread and its processors in others.
///
///     source --- ring ---> processor 0 (queue, store) --+
///        |  \--- ring ---> processor 1 (queue, store) --+
///        |        ...                                   |
///        +<------------------- supply ------------------+
///
/// The source deals packets round-robin: number n goes to processor n modulo their
/// number. So each processor's share is known in advance, and the outcome doesn't
/// depend on which thread was faster.
///
/// A packet's owner is the supply until the source acquires it; the source until it has
/// filled and sent it; the ring until the processor has taken it; and the processor
/// until it releases it to the supply. Each handover is a release on the giving side
/// and an acquire on the receiving side (of a ring's index, a lock, or the head of a
/// stack). Only the owner touches a packet, so none of its fields is atomic.
///
/// There is no deadlock. A processor waits for its ring to fill and, with hand-back, for
/// room in the ring to the source. The source waits for room in a ring to a processor, or
/// for a packet. While it waits, it collects returned packets, so no processor waits for
/// ever. Before it waits for a packet, it sends everything it holds back, and an idle
/// processor hands back everything it holds. There are more packets than the queues and
/// stores can hold, so one always comes back.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "clock_queue_layout.hpp"
#include "counts.hpp"
#include "outbox.hpp"
#include "outcome.hpp"
#include "processor.hpp"
#include "queues/cached_ring.hpp"
#include "shape.hpp"
#include "sizes.hpp"
#include "slab.hpp"
#include "source.hpp"
#include "waiting.hpp"

namespace allocpool::threads {

/// The processors' threads run from the construction to `close()`. All member functions
/// are for one thread, which is the source.
///
/// @tparam Supply of supplies.hpp
/// @tparam PerThread of counts.hpp
template <class Generator, class Supply, class PerThread>
class Pipeline {
  public:
    /// @param sizes of all processors together; each gets its part of queue and store
    /// @throws std::bad_alloc; std::system_error if the threads can't be created
    Pipeline(const Sizes& sizes, const Shape& shape)
        : packets_{sizes.pool}, supply_{sizes.pool, shape} {
        for (std::size_t i = 0; i < shape.processors; ++i) {
            lanes_.push_back(std::make_unique<Lane>(
                packets_, part_of(sizes.queue, i, shape.processors),
                part_of(sizes.stored, i, shape.processors), shape));
        }
        threads_.reserve(lanes_.size());
        try {
            while (threads_.size() < lanes_.size()) {
                threads_.emplace_back(&Pipeline::work, this, threads_.size());
            }
        } catch (const std::system_error& error) {
            close();
            throw std::system_error(error.code(), "can't start " +
                                                      std::to_string(lanes_.size()) +
                                                      " threads for processors");
        }
    }

    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    ~Pipeline() {
        close();
        supply_.reclaim(held());
    }

    /// Sends that many packets.
    /// @throws what the supply's acquire() throws
    [[gnu::noinline, gnu::flatten]] void run(std::uint64_t packets) {
        for (std::uint64_t i = 0; i < packets; ++i) {
            step();
        }
        send_all();
    }

    /// Waits until the processors have taken every packet that was sent.
    void finish() noexcept {
        Waiting waiting;
        while (counts_.of_processors(lanes_.size()) != counts_[source].value()) {
            supply_.collect();
            waiting.pause();
        }
    }

    /// Lets the processors take what was sent, and ends their threads. Call it before
    /// `outcome()` and `check_owners()`; no packet may be sent afterwards. A second call
    /// does nothing.
    void close() noexcept {
        // Release: all that was sent is in the rings before the processors see this.
        closed_.store(true, std::memory_order_release);
        for (std::size_t i = 0; i < threads_.size(); ++i) {
            Waiting waiting;
            // Relaxed: what the thread did is ordered by the join.
            while (!lanes_[i]->ended.load(std::memory_order_relaxed)) {
                supply_.collect();  // or the thread could wait for ever to hand back
                waiting.pause();
            }
            threads_[i].join();
        }
        threads_.clear();
    }

    Outcome outcome() {
        std::vector<Processor<Generator, Packets>*> processors;
        for (const auto& lane : lanes_) {
            processors.push_back(&lane->processor);
        }
        return merged(counts_[source].value(), processors);
    }

    /// @throws std::runtime_error unless each packet has one owner
    void check_owners() {
        threads::check_owners({supply_.handles(), held()}, supply_.packets());
    }

  private:
    using Packets = typename Supply::Packets;

    /// The packets that the processors own. There's none in a ring.
    std::vector<Handle> held() {
        std::vector<Handle> handles;
        for (const auto& lane : lanes_) {
            lane->processor.add_to(handles);
        }
        return handles;
    }

    static constexpr std::size_t line = ClockQueueLayout::line_bytes;
    static constexpr std::size_t source = 0;  // its number as a thread

    /// The route of packets from the source to a processor, and their processing there.
    struct Lane {
        Lane(const Packets& packets, std::size_t queue, std::size_t stored,
             const Shape& shape)
            : ring{static_cast<std::int64_t>(shape.ring)},
              outbox{ring, shape.group},
              processor{packets, queue, stored} {}

        CachedRing ring;
        Outbox outbox;                                          // the source's
        alignas(line) Processor<Generator, Packets> processor;  // its thread's
        std::atomic<bool> ended{false};  // by its thread, at the end
    };

    // --8<-- [start:source-step]
    void step() {
        Handle handle = no_packet;
        if (!supply_.acquire(next_, handle)) {
            await_packet(handle);
        }
        source_.fill(packets_[handle].bytes());
        if (lanes_[next_]->outbox.put(handle)) {
            send(*lanes_[next_]);
        }
        counts_[source].increment();
        next_ = next_ + 1 == lanes_.size() ? 0 : next_ + 1;
    }

    [[gnu::noinline]] void await_packet(Handle& handle) {
        send_all();
        Waiting waiting;
        while (!supply_.acquire(next_, handle)) {
            waiting.pause();
        }
    }
    // --8<-- [end:source-step]

    void send(Lane& lane) noexcept {
        Waiting waiting;
        lane.outbox.flush([this, &waiting] {
            supply_.collect();
            waiting.pause();
        });
    }

    void send_all() noexcept {
        for (const auto& lane : lanes_) {
            send(*lane);
        }
    }

    // --8<-- [start:work]
    /// A processor's thread.
    void work(std::size_t index) noexcept {
        Lane& lane = *lanes_[index];
        const auto release = [this, index](Handle handle) {
            supply_.release(index, handle);
        };
        Waiting waiting;
        for (bool last = false; !last;) {
            // Acquire, and before we look into the ring: if this is true, nothing more
            // will be sent, and we're done as soon as the ring is empty.
            last = closed_.load(std::memory_order_acquire);
            for (Handle handle = no_packet; lane.ring.take(handle);) {
                lane.processor.take(handle, release);
                counts_[1 + index].increment();
                waiting.reset();
            }
            supply_.flush(index);
            if (!last) {
                waiting.pause();
            }
        }
        // Relaxed: see close().
        lane.ended.store(true, std::memory_order_relaxed);
    }
    // --8<-- [end:work]

    // A thread's data don't share a line with what others read.
    // Read by all, and written by none while they run:
    Packets packets_;
    std::vector<std::unique_ptr<Lane>> lanes_;
    std::atomic<bool> closed_{false};  // written once
    // Used by all threads; each decides on its own layout:
    alignas(line) Supply supply_;
    alignas(line) PerThread counts_;
    // The source's:
    alignas(line) Source<Generator> source_;
    std::size_t next_ = 0;  // the lane of the next packet
    std::vector<std::thread> threads_;
};

}  // namespace allocpool::threads
