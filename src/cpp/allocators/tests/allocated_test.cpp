/// The base `Allocated` of the allocator that this is compiled with.

#include "allocated.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "generator.hpp"

namespace allocpool {
namespace {

struct Word : Allocated<Word> {
    std::uint32_t value;
};

struct Block : Allocated<Block> {
    std::array<std::byte, 1032> bytes;
};

struct Pair : Allocated<Pair> {
    std::array<void*, 3> pointers;
};

static_assert(std::is_empty_v<Allocated<Word>>);
static_assert(sizeof(Word) == sizeof(std::uint32_t));
static_assert(sizeof(Block) == 1032);

/// Makes as many objects of a class at once as a small analyser has.
template <class T>
std::vector<std::unique_ptr<T>> made(std::size_t count) {
    std::vector<std::unique_ptr<T>> objects;
    while (objects.size() < count) {
        objects.emplace_back(new T);
        std::memset(static_cast<void*>(objects.back().get()),
                    static_cast<int>(objects.size() & 0xFFU), sizeof(T));
    }
    return objects;
}

template <class T>
class AllocatedObject : public testing::Test {};

using Types = testing::Types<Word, Pair, Block>;
TYPED_TEST_SUITE(AllocatedObject, Types);

TYPED_TEST(AllocatedObject, IsNowhereElseAndAligned) {
    const auto objects = made<TypeParam>(5000);
    std::size_t number = 0;
    std::uintptr_t end = 0;
    std::set<std::uintptr_t> addresses;
    for (const auto& object : objects) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(object.get());
        ++number;
        EXPECT_EQ(bytes[0], number & 0xFFU);
        EXPECT_EQ(bytes[sizeof(TypeParam) - 1], number & 0xFFU);
        addresses.insert(reinterpret_cast<std::uintptr_t>(bytes));
    }
    EXPECT_EQ(addresses.size(), objects.size());
    for (const std::uintptr_t address : addresses) {
        EXPECT_EQ(address % alignof(TypeParam), 0U);
        EXPECT_GE(address, end) << "it overlaps the one before";
        end = address + sizeof(TypeParam);
    }
}

TYPED_TEST(AllocatedObject, IsMadeAgainFromWhatWasDeletedInAnyOrder) {
    RandomGenerator random = RandomGenerator::for_store();
    auto objects = made<TypeParam>(1000);
    std::set<std::uintptr_t> addresses;
    for (int turn = 0; turn < 100'000; ++turn) {
        auto& object = objects[random.next() % objects.size()];
        object.reset();
        object.reset(new TypeParam);
        addresses.insert(reinterpret_cast<std::uintptr_t>(object.get()));
    }
    EXPECT_LT(addresses.size(), 10'000U) << "some room is left over, no more";
}

TYPED_TEST(AllocatedObject, MayBeNull) {
    TypeParam* nothing = nullptr;
    delete nothing;
}

struct Refusing : Allocated<Refusing> {
    explicit Refusing(bool refuse) {
        if (refuse) {
            throw std::runtime_error("refused");
        }
    }
    std::uint64_t value = 0;
};

TEST(AllocatedObject, GivesItsMemoryBackWhenItCannotBeMade) {
    std::set<Refusing*> addresses;
    for (int turn = 0; turn < 10'000; ++turn) {
        EXPECT_THROW(new Refusing{true}, std::runtime_error);
        const std::unique_ptr<Refusing> object{new Refusing{false}};
        addresses.insert(object.get());
    }
    EXPECT_LT(addresses.size(), 10U);
}

}  // namespace
}  // namespace allocpool
