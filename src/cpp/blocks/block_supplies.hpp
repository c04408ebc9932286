#pragma once

/// Where the source gets its blocks from. The functions are those of threads/supplies.hpp,
/// for one receiver; and after all threads have ended, `check()` throws
/// std::runtime_error unless every block has come back once.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "block_options.hpp"
#include "clock_queue_layout.hpp"
#include "threads/counts.hpp"
#include "threads/outcome.hpp"
#include "threads/slab.hpp"
#include "threads/supplies.hpp"

namespace allocpool::blocks {

using threads::Handle;

/// Each block from malloc. A handle is a block's distance from the first one, in units of
/// what malloc aligns to, as with threads::AllocatedPackets. It's a block of the smallest
/// size: the sanitizers' allocators keep sizes far apart.
class Malloc {
  public:
    using Handle = threads::Handle;

    explicit Malloc(const Options& options) : first_{std::malloc(options.block_bytes)} {}

    std::byte* operator[](Handle handle) const noexcept {
        return reinterpret_cast<std::byte*>(origin_ + handle * unit);
    }

    /// @throws std::bad_alloc; std::runtime_error if the block is out of reach
    bool acquire(Handle& handle, std::size_t bytes) {
        void* block = std::malloc(bytes);
        if (block == nullptr) {
            throw std::bad_alloc{};
        }
        const std::uintptr_t distance = reinterpret_cast<std::uintptr_t>(block) - origin_;
        if (distance % unit != 0 || distance / unit >= threads::no_packet) {
            std::free(block);
            throw std::runtime_error(
                "the allocator's blocks are not aligned to 16 bytes, or "
                "lie too far apart: no 32 bits can tell where they are");
        }
        handle = static_cast<Handle>(distance / unit);
        counts_[0].increment();
        return true;
    }

    void release(Handle handle) noexcept {
        std::free((*this)[handle]);
        counts_[1].increment();
    }

    void collect() const noexcept {}
    void flush() const noexcept {}

    void check() {
        if (counts_[0].value() != counts_[1].value()) {
            throw std::runtime_error("of " + std::to_string(counts_[0].value()) +
                                     " blocks, " + std::to_string(counts_[1].value()) +
                                     " were freed");
        }
    }

  private:
    struct Free {
        void operator()(void* block) const noexcept { std::free(block); }
    };

    static constexpr std::uintptr_t unit = 16;

    std::unique_ptr<void, Free> first_;
    std::uintptr_t origin_ = reinterpret_cast<std::uintptr_t>(first_.get()) -
                             (std::uintptr_t{threads::no_packet} / 2) * unit;
    threads::Apart counts_;
};

/// One piece of memory, in equal blocks. Each is on cache lines of its own, an odd number
/// of them, as a slab's packets are. There are as many as the queue, a ring and the groups
/// under way can hold.
class EqualBlocks {
  public:
    explicit EqualBlocks(const Options& options)
        : stride_{((options.largest_bytes + line - 1) / line | 1U) * line},
          count_{2 * (options.shape.ring + options.shape.group)},
          memory_{static_cast<std::byte*>(operator new(count_* stride_,
                                                       std::align_val_t{line}))} {
        std::fill_n(memory_.get(), count_ * stride_, std::byte{});  // no page fault later
    }

    std::byte* operator[](threads::Handle handle) const noexcept {
        return memory_.get() + handle * stride_;
    }
    std::size_t count() const noexcept { return count_; }

  private:
    static constexpr std::size_t line = 64;

    struct Delete {
        void operator()(std::byte* memory) const noexcept {
            operator delete(memory, std::align_val_t{line});
        }
    };

    std::size_t stride_;
    std::size_t count_;
    std::unique_ptr<std::byte, Delete> memory_;
};

/// Equal blocks, handed back in groups through a ring.
class HandBack {
  public:
    using Handle = threads::Handle;

    explicit HandBack(const Options& options)
        : blocks_{options}, supply_{blocks_.count(), options.shape} {}

    std::byte* operator[](Handle handle) const noexcept { return blocks_[handle]; }

    /// Any size up to the largest: all blocks have that one's space.
    bool acquire(Handle& handle, std::size_t) noexcept {
        return supply_.acquire(0, handle);
    }
    void release(Handle handle) noexcept { supply_.release(0, handle); }
    void collect() noexcept { supply_.collect(); }
    void flush() noexcept { supply_.flush(0); }

    void check() { threads::check_owners({supply_.handles()}, blocks_.count()); }

  private:
    EqualBlocks blocks_;
    threads::HandBack supply_;
};

/// Equal blocks that are released in the order in which they were acquired, so that they
/// are the slots of a ring, and a count of those released is all that goes back.
class Slots {
  public:
    using Handle = threads::Handle;

    explicit Slots(const Options& options) : blocks_{options} {}

    std::byte* operator[](Handle handle) const noexcept { return blocks_[handle]; }

    // --8<-- [start:slots]
    /// Any size up to the largest, as with HandBack.
    bool acquire(Handle& handle, std::size_t) noexcept {
        if (acquired_ - seen_ == blocks_.count()) {
            // Acquire: the receiver has read what we write over.
            seen_ = released_.load(std::memory_order_acquire);
            if (acquired_ - seen_ == blocks_.count()) {
                return false;
            }
        }
        handle = next_;
        next_ = after(next_);
        ++acquired_;
        return true;
    }

    void release(Handle handle) noexcept {
        const std::uint64_t before = released_.load(std::memory_order_relaxed);  // ours
        astray_ += handle == oldest_ ? 0 : 1;
        oldest_ = after(oldest_);
        released_.store(before + 1, std::memory_order_release);
    }
    // --8<-- [end:slots]

    void collect() const noexcept {}
    void flush() const noexcept {}

    void check() const {
        const std::uint64_t released = released_.load(std::memory_order_relaxed);
        if (released != acquired_ || astray_ != 0) {
            throw std::runtime_error("of " + std::to_string(acquired_) + " blocks, " +
                                     std::to_string(released) + " were freed, " +
                                     std::to_string(astray_) + " of them out of turn");
        }
    }

  private:
    Handle after(Handle slot) const noexcept {
        return slot + 1 == blocks_.count() ? 0 : slot + 1;
    }

    static constexpr std::size_t line = ClockQueueLayout::line_bytes;

    EqualBlocks blocks_;
    // The source's line.
    alignas(line) std::uint64_t acquired_ = 0;
    std::uint64_t seen_ = 0;  // of those released
    Handle next_ = 0;
    // The receiver's.
    alignas(line) std::atomic<std::uint64_t> released_{0};
    std::uint64_t astray_ = 0;
    Handle oldest_ = 0;
};

}  // namespace allocpool::blocks
