#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

#include "slab.hpp"

namespace allocpool::threads {

/// The unused packets. The one that came back last is taken first, because it's the most
/// likely to be in the cache. Not safe for use by more than one thread.
class FreeList {
  public:
    /// `packets` packets from `first` on are free, and `first` is taken first.
    explicit FreeList(std::size_t packets, Handle first = 0) : handles_(packets) {
        std::iota(handles_.rbegin(), handles_.rend(), first);
    }

    // --8<-- [start:free-list]
    /// @return false if there is none
    bool acquire(Handle& handle) noexcept {
        if (handles_.empty()) {
            return false;
        }
        handle = handles_.back();
        handles_.pop_back();
        return true;
    }

    /// Precondition: it was acquired, so there's room for it.
    void release(Handle handle) noexcept { handles_.push_back(handle); }
    // --8<-- [end:free-list]

    const std::vector<Handle>& handles() const noexcept { return handles_; }

  private:
    std::vector<Handle> handles_;
};

}  // namespace allocpool::threads
