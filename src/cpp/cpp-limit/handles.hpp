#pragma once

/// How queue, store and pool name a packet: by its number, or by its address.
///
/// A naming has the type `Handle`, the handle `none` that names no packet, `handle(n)`
/// for the slot number n (from 0), and `[handle]` for the slot. It refers to the slab's
/// slots, which outlive it.

#include <cstddef>
#include <cstdint>
#include <limits>

namespace allocpool::cpp_limit {

// --8<-- [start:slot-numbers]
/// Half the size of an address, at the price of a multiplication per use: queue, store
/// and pool take half as many cache lines.
template <class AnySlot>
class SlotNumbers {
  public:
    using Slot = AnySlot;
    using Handle = std::uint32_t;
    static constexpr Handle none = std::numeric_limits<Handle>::max();

    explicit SlotNumbers(Slot* slots) noexcept : slots_{slots} {}

    Handle handle(std::size_t number) const noexcept {
        return static_cast<Handle>(number);
    }

    Slot& operator[](Handle handle) const noexcept { return slots_[handle]; }

  private:
    Slot* slots_;
};
// --8<-- [end:slot-numbers]

/// Addresses, as in the other implementations.
template <class AnySlot>
class SlotPointers {
  public:
    using Slot = AnySlot;
    using Handle = Slot*;
    static constexpr Handle none = nullptr;

    explicit SlotPointers(Slot* slots) noexcept : slots_{slots} {}

    Handle handle(std::size_t number) const noexcept { return slots_ + number; }

    Slot& operator[](Handle handle) const noexcept { return *handle; }

  private:
    Slot* slots_;
};

}  // namespace allocpool::cpp_limit
