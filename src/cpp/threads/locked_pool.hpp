#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "clock_queue_layout.hpp"
#include "free_list.hpp"
#include "slab.hpp"

namespace allocpool::threads {

/// A pool for any number of threads: a free list under a lock.
///
/// @tparam Lock has `lock()`, which acquires, and `unlock()`, which releases, so what a
///         thread did with a packet before it released it happens before anything the
///         next owner does
template <class Lock>
class alignas(ClockQueueLayout::line_bytes) LockedPool {
  public:
    /// Packets 0 to `packets` - 1 are free.
    explicit LockedPool(std::size_t packets) : free_{packets} {}

    // --8<-- [start:locked-pool]
    /// Any thread.
    /// @return false if there is none; otherwise the packet is the caller's
    bool acquire(Handle& handle) noexcept {
        const std::lock_guard guard{lock_};
        return free_.acquire(handle);
    }

    /// Any thread; the packet is no longer the caller's.
    void release(Handle handle) noexcept {
        const std::lock_guard guard{lock_};
        free_.release(handle);
    }
    // --8<-- [end:locked-pool]

    /// The free packets. Only while no other thread uses the pool.
    std::vector<Handle> handles() const { return free_.handles(); }

  private:
    Lock lock_;
    FreeList free_;
};

}  // namespace allocpool::threads
