#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "clock_queue_layout.hpp"
#include "slab.hpp"

namespace allocpool::threads {

// --8<-- [start:tagged-top]
/// The top of a stack, with a tag that changes the word each time a packet is acquired.
struct alignas(std::uint64_t) TaggedTop {
    Handle top = no_packet;
    std::uint32_t tag = 0;

    /// Its value once the top has been acquired, leaving `below` on top.
    constexpr TaggedTop acquired(Handle below) const noexcept { return {below, tag + 1}; }

    /// Its value once `handle` has been put on top.
    constexpr TaggedTop released(Handle handle) const noexcept { return {handle, tag}; }
};
// --8<-- [end:tagged-top]

/// A pool for any number of threads without a lock: a linked stack, whose top is
/// exchanged by compare-and-swap (R. K. Treiber, "Systems programming: coping with
/// parallelism", IBM RJ 5118, 1986).
///
/// The links are numbers in a separate array, not in the packets. So a thread that reads
/// the link of a packet somebody else already owns reads an old number, nothing worse.
///
/// An old number must not get into the stack, though. A thread that acquires reads the
/// top, `a`, and the one below it, `b`. If others now acquire `a` and `b` and release
/// `a`, the top is `a` again, and exchanging it for `b` would give `b` a second owner:
/// the ABA problem. Hence the tag, which is compared with the top and exchanged with it:
/// every acquisition increments it, so the two together don't repeat, unless a thread
/// stalls between its load and its exchange for exactly a multiple of 2^32 acquisitions.
/// If a single thread acquires, as in this program, none of that can happen.
///
/// Progress: lock-free. Some thread's exchange always succeeds.
class LockFreePool {
  public:
    /// Packets 0 to `packets` - 1 are free, and 0 is acquired first.
    explicit LockFreePool(std::size_t packets) : below_(packets) {
        for (std::size_t i = packets; i != 0; --i) {
            release(static_cast<Handle>(i - 1));
        }
    }

    /// Any thread.
    /// @return false if there is none; otherwise the packet is the caller's
    // --8<-- [start:acquire]
    bool acquire(Handle& handle) noexcept {
        // Acquire: pairs with the release of every packet pushed before. (All changes of
        // the head are read-modify-writes, so each continues the release sequences of
        // those before it.) We see the link below the top and, once the packet is ours,
        // what its last owner did.
        TaggedTop head = head_.load(std::memory_order_acquire);
        while (head.top != no_packet) {
            // Relaxed, and perhaps out of date; then so is the tag, and we try again.
            const Handle below = below_[head.top].load(std::memory_order_relaxed);
            if (head_.compare_exchange_weak(head, head.acquired(below),
                                            std::memory_order_acquire,
                                            std::memory_order_acquire)) {
                handle = head.top;
                return true;
            }
        }
        return false;
    }
    // --8<-- [end:acquire]

    // --8<-- [start:release]
    /// Any thread; the packet is no longer the caller's.
    void release(Handle handle) noexcept {
        TaggedTop head = head_.load(std::memory_order_relaxed);
        do {
            below_[handle].store(head.top, std::memory_order_relaxed);
            // Release: the link, and what we did with the packet, become visible before
            // the packet can be acquired. Relaxed when it fails: we only try again.
        } while (!head_.compare_exchange_weak(head, head.released(handle),
                                              std::memory_order_release,
                                              std::memory_order_relaxed));
    }
    // --8<-- [end:release]

    /// The free packets. Only while no other thread uses the pool.
    std::vector<Handle> handles() const {
        std::vector<Handle> free;
        Handle next = head_.load(std::memory_order_relaxed).top;
        while (next != no_packet) {
            free.push_back(next);
            next = below_[next].load(std::memory_order_relaxed);
        }
        return free;
    }

  private:
    using Head = std::atomic<TaggedTop>;
    static_assert(Head::is_always_lock_free);
    static_assert(std::has_unique_object_representations_v<TaggedTop>,
                  "all its bits are compared");

    // All threads write the head, and none this object's other words.
    alignas(ClockQueueLayout::line_bytes) Head head_{TaggedTop{}};
    alignas(ClockQueueLayout::line_bytes) std::vector<std::atomic<Handle>> below_;
};

}  // namespace allocpool::threads
