#include "stored_packets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "generator.hpp"
#include "store.hpp"

namespace allocpool::cpp_limit {
namespace {

/// Its first number has the highest bit set: no slot may be negative.
struct Scripted {
    static Scripted for_store() { return {}; }
    std::uint64_t next() {
        constexpr std::array<std::uint64_t, 5> numbers{0x8000000000000001, 4, 2, 2, 0};
        return numbers[index++];
    }
    std::size_t index = 0;
};

TEST(StoredPackets, ReplaceTheChosenOneAndHandItBack) {
    std::vector<int> elements{-1, -2, -3};
    StoredPackets<int, Scripted> stored{elements.data(), elements.size()};
    EXPECT_EQ(stored.next_victim(), -2);
    EXPECT_EQ(stored.replace(7), -2);    // element 1
    EXPECT_EQ(stored.next_victim(), 7);  // element 1 again
    EXPECT_EQ(stored.replace(8), 7);
    EXPECT_EQ(stored.replace(9), -3);  // element 2
    EXPECT_EQ(elements, (std::vector<int>{-1, 8, 9}));
}

TEST(StoredPackets, ChooseAsTheStoreDoes) {
    constexpr std::size_t count = 100;
    std::vector<int> values(1000);
    std::vector<int*> elements(count, nullptr);
    StoredPackets<int*, RandomGenerator> stored{elements.data(), count};
    Store<int, RandomGenerator> store{count};
    for (int& value : values) {
        EXPECT_EQ(stored.replace(&value), store.replace(&value));
        stored.prefetch_next_but_one();  // changes nothing
    }
    EXPECT_EQ(elements, store.slots());
}

}  // namespace
}  // namespace allocpool::cpp_limit
