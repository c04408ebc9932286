#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "slot.hpp"

namespace allocpool::cpp_limit {

/// The packets kept after processing, as in Store: a new one replaces one chosen at
/// random. We choose two packets ahead, so that we can prefetch the element of the next
/// choice but one, and the packet that the next one pushes out, which the source will
/// fill. The generator's numbers are those of Store.
///
/// A value of a few words, as a ring is; its owner provides the memory of the elements.
/// Not safe for use by more than one thread.
template <class Handle, class Generator>
class StoredPackets {
  public:
    /// @param elements `count` of them, naming no packet
    /// @param count at least 1
    StoredPackets(Handle* elements, std::size_t count) noexcept
        : elements_{elements}, count_{count}, next_{choose()}, next_but_one_{choose()} {}

    // --8<-- [start:replace]
    /// @return the handle it replaces, now the caller's
    Handle replace(Handle handle) noexcept {
        const Handle victim = std::exchange(elements_[next_], handle);
        next_ = std::exchange(next_but_one_, choose());
        return victim;
    }

    /// The handle that the next replace() will return.
    Handle next_victim() const noexcept { return elements_[next_]; }

    /// Prefetches the element that next_victim() will read after the next replace().
    void prefetch_next_but_one() const noexcept {
        prefetch_to_write(&elements_[next_but_one_]);
    }
    // --8<-- [end:replace]

  private:
    std::size_t choose() noexcept {
        const std::uint64_t positive = generator_.next() & 0x7FFF'FFFF'FFFF'FFFFU;
        return positive % count_;
    }

    // First, because choose() uses them.
    Handle* elements_;
    std::size_t count_;
    Generator generator_ = Generator::for_store();

    std::size_t next_;
    std::size_t next_but_one_;
};

}  // namespace allocpool::cpp_limit
