#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

#include "clock_queue_layout.hpp"
#include "handle_ring.hpp"
#include "shape.hpp"
#include "slab.hpp"

namespace allocpool::threads {

/// A supply modelled on DPDK's mempool up to release 26.03: a ring shared by all threads,
/// with a small stack per thread in front of it ("Mempool Library" in the Programmer's
/// Guide; `rte_mempool_cache`). An empty cache is filled to its size, and one that
/// reaches its *flush threshold*, half as much again, goes back to the ring. (Since 26.07
/// it's half a cache either way, and there's no such threshold.)
///
/// There are two differences. If the ring has fewer handles than the cache holds, a
/// thread takes those. And an idle processor flushes, so that the source never waits
/// for packets in a processor's cache.
///
/// See supplies.hpp for who may call what.
class Mempool : public OfSlab {
  public:
    Mempool(std::size_t packets, const Shape& shape)
        : OfSlab{packets},
          size_{shape.group},
          ring_{packets},
          caches_(1 + shape.processors) {
        std::vector<Handle> all(packets);
        std::iota(all.begin(), all.end(), Handle{0});
        ring_.put(all);
        for (Cache& cache : caches_) {
            cache.handles.reserve(flush_threshold());
        }
    }

    // --8<-- [start:mempool]
    bool acquire(std::size_t, Handle& handle) noexcept {
        std::vector<Handle>& cache = caches_[source].handles;
        if (cache.empty()) {
            cache.resize(size_);
            cache.resize(ring_.take(cache));
            if (cache.empty()) {
                return false;
            }
        }
        handle = cache.back();
        cache.pop_back();
        return true;
    }

    void release(std::size_t processor, Handle handle) noexcept {
        std::vector<Handle>& cache = caches_[1 + processor].handles;
        if (cache.size() == flush_threshold()) {
            flush(processor);
        }
        cache.push_back(handle);
    }

    void flush(std::size_t processor) noexcept {
        std::vector<Handle>& cache = caches_[1 + processor].handles;
        ring_.put(cache);  // never full: the ring can hold all packets
        cache.clear();
    }
    // --8<-- [end:mempool]

    void collect() const noexcept {}

    std::vector<Handle> handles() const {
        std::vector<Handle> found = ring_.handles();
        for (const Cache& cache : caches_) {
            found.insert(found.end(), cache.handles.begin(), cache.handles.end());
        }
        return found;
    }

  private:
    static constexpr std::size_t source = 0;  // its number as a thread

    /// Each thread has its own.
    struct alignas(ClockQueueLayout::line_bytes) Cache {
        std::vector<Handle> handles;
    };

    std::size_t flush_threshold() const noexcept { return size_ + size_ / 2; }

    std::size_t size_;
    HandleRing ring_;
    std::vector<Cache> caches_;
};

}  // namespace allocpool::threads
