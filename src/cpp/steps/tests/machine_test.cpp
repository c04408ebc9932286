#include "steps/machine.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace {

TEST(Machine, ABlockHasAtLeastWhatWasAskedFor) {
    for (const std::size_t bytes : {1U, 4U, 25U, 1024U}) {
        const auto block = std::make_unique<char[]>(bytes);
        EXPECT_GE(steps::usable_bytes(block.get()), bytes);
    }
}

TEST(Machine, CachesAreInOrderOfSize) {
    std::size_t last = 0;
    for (const auto& [name, bytes] : steps::caches()) {
        EXPECT_GT(bytes, last) << name;
        last = bytes;
    }
}

}  // namespace
