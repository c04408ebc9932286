#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "clock_queue_layout.hpp"
#include "slab.hpp"
#include "waiting.hpp"

namespace allocpool::threads {

/// A bounded queue of handles for any number of threads at both ends, which passes
/// groups: the algorithm described under "Ring Library" in DPDK's Programmer's Guide.
///
/// Each end has two indices. A thread reserves slots by a compare-and-swap of `begun`,
/// copies, waits for all earlier reservations to finish, and advances `done`. So a whole
/// group costs one exchange.
///
/// Progress: blocking. A thread that is descheduled between its exchange and the end of
/// its copy holds up those behind it at its end of the ring. Indices wrap after 2^32
/// handles; a thread would have to stall for that many to be fooled.
class HandleRing {
  public:
    /// @param capacity the least number of handles that fit, 1 to 2^31
    explicit HandleRing(std::size_t capacity) : slots_(std::bit_ceil(capacity)) {}

    /// Puts all handles or none. Any thread.
    /// @return false if there is no room for all
    bool put(std::span<const Handle> handles) noexcept {
        const auto count = static_cast<std::uint32_t>(handles.size());
        if (count == 0) {
            return true;  // a group without slots shares its turn, and could miss it
        }
        // Acquire, paired with the release of the exchange: the thread that reserved
        // before us had seen some `done` of the other end, and we see that or a later
        // one. With an earlier one, the difference below would wrap, and look like room.
        std::uint32_t first = putting_.begun.load(std::memory_order_acquire);
        do {
            // Acquire: the slots we're going to overwrite have been read.
            const std::uint32_t taken = taking_.done.load(std::memory_order_acquire);
            if (slots_.size() - (first - taken) < count) {
                return false;
            }
        } while (!putting_.begun.compare_exchange_weak(
            first, first + count, std::memory_order_acq_rel, std::memory_order_acquire));
        for (std::uint32_t i = 0; i < count; ++i) {
            slot(first + i) = handles[i];
        }
        finish(putting_, first, count);
        return true;
    }

    /// Takes the oldest handles, as many as there are and fit. Any thread. What their
    /// last owners did with the packets happens before this returns.
    /// @return how many
    std::size_t take(std::span<Handle> handles) noexcept {
        std::uint32_t count = 0;
        std::uint32_t first = taking_.begun.load(std::memory_order_acquire);  // see put()
        do {
            // Acquire: the slots we're going to read have been written.
            const std::uint32_t put = putting_.done.load(std::memory_order_acquire);
            count = static_cast<std::uint32_t>(
                std::min<std::size_t>(put - first, handles.size()));
            if (count == 0) {
                return 0;
            }
        } while (!taking_.begun.compare_exchange_weak(
            first, first + count, std::memory_order_acq_rel, std::memory_order_acquire));
        for (std::uint32_t i = 0; i < count; ++i) {
            handles[i] = slot(first + i);
        }
        finish(taking_, first, count);
        return count;
    }

    /// The handles in it. Only while no other thread uses the ring.
    std::vector<Handle> handles() const {
        std::vector<Handle> found;
        const std::uint32_t end = putting_.done.load(std::memory_order_relaxed);
        for (std::uint32_t index = taking_.done.load(std::memory_order_relaxed);
             index != end; ++index) {
            found.push_back(slots_[index & (slots_.size() - 1)]);
        }
        return found;
    }

  private:
    /// The indices that one end writes, together: a thread needs both.
    struct alignas(ClockQueueLayout::line_bytes) End {
        std::atomic<std::uint32_t> begun{0};  // slots before it are reserved
        std::atomic<std::uint32_t> done{0};   // slots before it are the other end's
    };

    Handle& slot(std::uint32_t index) noexcept {
        return slots_[index & (slots_.size() - 1)];
    }

    static void finish(End& end, std::uint32_t first, std::uint32_t count) noexcept {
        // Acquire: what those before us copied becomes visible with what we copied, by
        // our release, as the other end reads only the last value.
        Waiting waiting;
        while (end.done.load(std::memory_order_acquire) != first) {
            waiting.pause();
        }
        end.done.store(first + count, std::memory_order_release);
    }

    End putting_;
    End taking_;
    std::vector<Handle> slots_;
};

}  // namespace allocpool::threads
