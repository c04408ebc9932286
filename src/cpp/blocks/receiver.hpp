#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "block_options.hpp"
#include "block_sizes.hpp"
#include "block_supplies.hpp"
#include "contents.hpp"
#include "ring.hpp"

namespace allocpool::blocks {

/// Keeps the latest blocks in a queue, and checks and releases what leaves it. So a block
/// lives as long with one thread as with two. For one thread at a time.
template <class Supply>
class Receiver {
  public:
    /// @param supply outlives this object
    Receiver(Supply& supply, const Options& options)
        : supply_{supply},
          sizes_{options},
          kept_{options.shape.ring},
          queue_(kept_ + 1) {}

    void take(Handle handle) noexcept {
        queue_.push(handle);
        if (queue_.size() > kept_) {
            release_oldest();
        }
    }

    /// Releases what it has kept.
    void drain() noexcept {
        while (queue_.size() != 0) {
            release_oldest();
        }
    }

    /// @throws std::runtime_error unless it got the blocks from 0 to `sent`, each once
    void check(std::uint64_t sent) const {
        if (released_ != sent || wrong_ != 0) {
            throw std::runtime_error(
                "of " + std::to_string(sent) + " blocks, " + std::to_string(released_) +
                " arrived, " + std::to_string(wrong_) + " of them with wrong contents");
        }
    }

  private:
    void release_oldest() noexcept {
        const Handle handle = queue_.pop();
        wrong_ += has_contents(supply_[handle], sizes_(released_), released_) ? 0 : 1;
        ++released_;
        supply_.release(handle);
    }

    Supply& supply_;
    BlockSizes sizes_;
    std::size_t kept_;
    Ring<Handle> queue_;
    std::uint64_t released_ = 0;
    std::uint64_t wrong_ = 0;
};

}  // namespace allocpool::blocks
