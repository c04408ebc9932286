#pragma once

/// Supplies give the source its packets, and take them back from the processors: see also
/// mempool.hpp, fill_rings.hpp and allocating.hpp.
///
/// A supply's functions get the processor that a packet is for or comes from. Each may
/// only be called by certain threads:
///
/// - by the source: `acquire(processor, handle)`, which returns false if there is no
///   packet right now, and `collect()`, to call while it waits for something else,
///   because a processor may be waiting for it in turn
/// - by each processor: `release(processor, handle)`, and `flush(processor)`, to call
///   when it has nothing else to do
/// - after all threads have ended: `handles()`, the packets in the supply; `packets()`,
///   how many there are anywhere; `reclaim(handles)`, which frees those of other owners
///
/// Its `Packets` finds a packet by its handle.
///
/// The source owns a packet returned by acquire(). What the last owner did with it before
/// release() happens before that.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "clock_queue_layout.hpp"
#include "free_list.hpp"
#include "outbox.hpp"
#include "queues/cached_ring.hpp"
#include "shape.hpp"
#include "slab.hpp"
#include "waiting.hpp"

namespace allocpool::threads {

/// One pool, which all threads use.
/// @tparam Pool LockedPool or LockFreePool; if there is only one thread, FreeList
template <class Pool>
class Shared : public OfSlab {
  public:
    Shared(std::size_t packets, const Shape&) : OfSlab{packets}, pool_{packets} {}

    bool acquire(std::size_t, Handle& handle) noexcept { return pool_.acquire(handle); }
    void collect() const noexcept {}

    void release(std::size_t, Handle handle) noexcept { pool_.release(handle); }
    void flush(std::size_t) const noexcept {}

    std::vector<Handle> handles() { return pool_.handles(); }

  private:
    Pool pool_;
};

/// The pool is the source's alone. Processors hand packets back, each through a ring of
/// its own, and nothing is locked.
///
/// The source first takes what came back from the processor it has a packet for, which
/// returns about as many as it gets. Only if nothing came back does the source turn to
/// its list, so the same few packets circulate and stay in the caches.
class HandBack : public OfSlab {
  public:
    HandBack(std::size_t packets, const Shape& shape) : OfSlab{packets}, free_{packets} {
        for (std::size_t i = 0; i < shape.processors; ++i) {
            ways_.push_back(std::make_unique<Way>(shape));
        }
    }

    // --8<-- [start:hand-back]
    bool acquire(std::size_t processor, Handle& handle) noexcept {
        if (ways_[processor]->ring.take(handle) || free_.acquire(handle)) {
            return true;
        }
        collect();
        return free_.acquire(handle);
    }

    void collect() noexcept {
        for (const auto& way : ways_) {
            for (Handle handle = no_packet; way->ring.take(handle);) {
                free_.release(handle);
            }
        }
    }

    void release(std::size_t processor, Handle handle) noexcept {
        if (ways_[processor]->outbox.put(handle)) {
            flush(processor);
        }
    }

    /// Waits while the ring is full. The source takes from it for each packet, and
    /// whenever it has to wait.
    void flush(std::size_t processor) noexcept {
        Waiting waiting;
        ways_[processor]->outbox.flush([&waiting] { waiting.pause(); });
    }
    // --8<-- [end:hand-back]

    std::vector<Handle> handles() {
        collect();
        return free_.handles();
    }

  private:
    /// The route from one processor to the source.
    struct Way {
        explicit Way(const Shape& shape)
            : ring{static_cast<std::int64_t>(shape.ring)}, outbox{ring, shape.group} {}

        CachedRing ring;
        alignas(ClockQueueLayout::line_bytes) Outbox outbox;  // the processor's
    };

    std::vector<std::unique_ptr<Way>> ways_;               // read by all, written by none
    alignas(ClockQueueLayout::line_bytes) FreeList free_;  // the source's
};

}  // namespace allocpool::threads
