#pragma once

/// The strategies of this program: they hand out handles and take them back. No memory is
/// allocated or freed; all of it is in the slab.
///
/// A pool is a value of a few words, as a ring is; the list is memory of its owner. Not
/// safe for use by more than one thread.

#include <cstddef>

namespace allocpool::cpp_limit {

/// Strategy `pool`: the free handles, last released first. That packet has just been
/// parsed, so the source fills a line that is in the cache.
template <class Handle>
class FreeList {
  public:
    /// @param list its first `count` elements are the free handles, the last to be
    ///        acquired first; never more are released than were acquired
    FreeList(Handle* list, std::size_t count) noexcept : list_{list}, free_{count} {}

    /// Precondition: there is one, because the list's owner has made it long enough.
    Handle acquire() noexcept { return list_[--free_]; }
    void release(Handle handle) noexcept { list_[free_++] = handle; }

  private:
    Handle* list_;
    std::size_t free_;
};

/// Strategy `dummy`: one packet for everything.
template <class Handle>
class OneForAll {
  public:
    /// @param list its first element is that packet's handle
    OneForAll(const Handle* list, std::size_t) noexcept : handle_{*list} {}

    Handle acquire() const noexcept { return handle_; }
    void release(Handle) const noexcept {}

  private:
    Handle handle_;
};

}  // namespace allocpool::cpp_limit
