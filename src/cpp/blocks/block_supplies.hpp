#pragma once

/// Where the source gets its blocks from. The functions are those of threads/supplies.hpp,
/// for one receiver; and after all threads have ended, `check()` throws
/// std::runtime_error unless every block has come back once.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "allocating.hpp"
#include "block_options.hpp"
#include "counts.hpp"
#include "outcome.hpp"
#include "slab.hpp"
#include "supplies.hpp"

namespace allocpool::blocks {

using threads::Handle;

/// Each block from malloc, known by its distance from a packet, as AllocatedPackets are.
class Malloc {
  public:
    explicit Malloc(const Options& options) : bytes_{options.block_bytes} {}

    std::byte* operator[](Handle handle) const noexcept {
        return reinterpret_cast<std::byte*>(&places_[handle]);
    }

    /// @throws std::bad_alloc; std::runtime_error if the block is out of reach
    bool acquire(Handle& handle) {
        void* block = std::malloc(bytes_);
        if (block == nullptr) {
            throw std::bad_alloc{};
        }
        handle = Places::handle_of(static_cast<cpp_flat::Packet*>(block));
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
    using Places = threads::AllocatedPackets;

    std::size_t bytes_;
    Places places_{0};
    threads::Apart counts_;
};

/// The blocks of one piece of memory, handed back in groups through a ring.
///
/// Each is on cache lines of its own, an odd number of them, as a slab's packets are. There
/// are as many as the queue, a ring and the groups under way can hold.
class HandBack {
  public:
    explicit HandBack(const Options& options)
        : stride_{((options.block_bytes + line - 1) / line | 1U) * line},
          blocks_{2 * (options.shape.ring + options.shape.group)},
          memory_{static_cast<std::byte*>(operator new(blocks_* stride_,
                                                       std::align_val_t{line}))},
          supply_{blocks_, options.shape} {
        std::fill_n(memory_.get(), blocks_ * stride_,
                    std::byte{});  // no page fault later
    }

    std::byte* operator[](Handle handle) const noexcept {
        return memory_.get() + handle * stride_;
    }

    bool acquire(Handle& handle) noexcept { return supply_.acquire(0, handle); }
    void release(Handle handle) noexcept { supply_.release(0, handle); }
    void collect() noexcept { supply_.collect(); }
    void flush() noexcept { supply_.flush(0); }

    void check() { threads::check_owners({supply_.handles()}, blocks_); }

  private:
    static constexpr std::size_t line = 64;

    struct Delete {
        void operator()(std::byte* memory) const noexcept {
            operator delete(memory, std::align_val_t{line});
        }
    };

    std::size_t stride_;
    std::size_t blocks_;
    std::unique_ptr<std::byte, Delete> memory_;
    threads::HandBack supply_;
};

}  // namespace allocpool::blocks
