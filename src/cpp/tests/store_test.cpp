#include "store.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace allocpool {
namespace {

/// Its first number has the highest bit set: no slot may be negative.
struct Scripted {
    static Scripted for_store() { return {}; }
    std::uint64_t next() {
        constexpr std::array<std::uint64_t, 3> numbers{0x8000000000000001, 4, 2};
        return numbers[index++];
    }
    std::size_t index = 0;
};

TEST(Store, ReplacesTheChosenSlotAndHandsBackItsPacket) {
    Store<int, Scripted> store{3};
    int first = 1, second = 2, third = 3;
    EXPECT_EQ(store.replace(&first), nullptr);  // slot 1
    EXPECT_EQ(store.replace(&second), &first);  // slot 1 again
    EXPECT_EQ(store.replace(&third), nullptr);  // slot 2
    EXPECT_EQ(store.slots(), (std::vector<int*>{nullptr, &second, &third}));
}

}  // namespace
}  // namespace allocpool
