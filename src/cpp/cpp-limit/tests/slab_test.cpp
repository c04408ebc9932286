#include "slab.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <stdexcept>

#include "handles.hpp"
#include "slot.hpp"

namespace allocpool::cpp_limit {
namespace {

template <class Slot>
class AnySlab : public testing::Test {};

using Slots = testing::Types<FieldsBehind, FieldsFirst>;
TYPED_TEST_SUITE(AnySlab, Slots);

std::uintptr_t line_of(const void* at) {
    return reinterpret_cast<std::uintptr_t>(at) / line_bytes;
}

TYPED_TEST(AnySlab, HasSlotsOneBehindTheOther) {
    const Slab<TypeParam> slab{100, Pages::small};
    const SlotNumbers<TypeParam> numbers{slab.slots()};
    const SlotPointers<TypeParam> pointers{slab.slots()};
    for (const std::size_t n : {0U, 1U, 99U}) {
        EXPECT_EQ(&numbers[numbers.handle(n)], slab.slots() + n);
        EXPECT_EQ(&pointers[pointers.handle(n)], slab.slots() + n);
    }
    slab.slots()[99].bytes[buffer_bytes - 1] = 1;
    slab.slots()[99].parsed.payload_length = 1;
}

/// A packet of the source touches only the lines that the hints fetch.
TYPED_TEST(AnySlab, ASlotTouchesNoMoreLinesThanItPrefetches) {
    const Slab<TypeParam> slab{100, Pages::small};
    for (std::size_t n = 0; n < 100; ++n) {
        const TypeParam& slot = slab.slots()[n];
        EXPECT_EQ(line_of(slot.bytes), line_of(slot.bytes + written_bytes - 1));
        EXPECT_EQ(line_of(&slot.parsed),
                  line_of(reinterpret_cast<const char*>(&slot.parsed + 1) - 1));
    }
}

TEST(FieldsFirst, ShareOneLineWithTheHeader) {
    const Slab<FieldsFirst> slab{2, Pages::small};
    for (std::size_t n = 0; n < 2; ++n) {
        const FieldsFirst& slot = slab.slots()[n];
        EXPECT_EQ(line_of(&slot.parsed), line_of(slot.bytes + written_bytes - 1));
    }
}

/// With as many slots as sets, each slot's first line is in a set of its own.
TEST(FieldsFirst, SpreadOverAllSetsOfACache) {
    constexpr std::size_t sets = 2048;
    const Slab<FieldsFirst> slab{sets, Pages::small};
    std::set<std::uintptr_t> used;
    for (std::size_t n = 0; n < sets; ++n) {
        used.insert(line_of(slab.slots() + n) % sets);
    }
    EXPECT_EQ(used.size(), sets);
}

TEST(Slab, RefusesCountsThatHandlesCantName) {
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1} << 32U, ~std::size_t{0}}) {
        EXPECT_THROW((Slab<FieldsFirst>{count, Pages::huge}), std::invalid_argument);
    }
}

}  // namespace
}  // namespace allocpool::cpp_limit
