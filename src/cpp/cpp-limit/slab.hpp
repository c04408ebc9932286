#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "mapping.hpp"

namespace allocpool::cpp_limit {

/// All slots, contiguous in memory that has been touched and, where the system gives
/// them, is in huge pages.
template <class Slot>
class Slab {
  public:
    /// Limited by their 32-bit names, one of which means none.
    static constexpr std::size_t most_slots = std::numeric_limits<std::uint32_t>::max();

    /// @param count 1 to `most_slots`
    /// @throws std::invalid_argument if it is not
    /// @throws std::system_error if there is not that much memory
    Slab(std::size_t count, Pages pages)
        : mapping_(checked(count) * sizeof(Slot), pages) {
        static_assert(sizeof(std::size_t) >= 8, "the bytes of the slots never overflow");
        static_assert(Mapping::huge_page_bytes % alignof(Slot) == 0);
        auto* slots = reinterpret_cast<Slot*>(mapping_.begin());
        std::uninitialized_default_construct_n(slots, count);  // no instructions
        slots_ = slots;
    }

    Slot* slots() const noexcept { return slots_; }
    HugePages huge_pages() const { return mapping_.huge_pages(); }

  private:
    static std::size_t checked(std::size_t count) {
        if (count < 1 || count > most_slots) {
            throw std::invalid_argument("a slab has from 1 to " +
                                        std::to_string(most_slots) + " slots, not " +
                                        std::to_string(count));
        }
        return count;
    }

    Mapping mapping_;
    Slot* slots_;
};

}  // namespace allocpool::cpp_limit
