#include "prefetch/prefetch.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

TEST(Prefetch, ChangesNothing) {
    std::vector<std::uint64_t> lines(1000 * 8);
    std::vector<const void*> names;
    for (std::size_t i = 0; i < lines.size(); i += 8) {
        lines[i] = i;
        names.push_back(&lines[i]);
    }
    const auto before = lines;
    allocpool_prefetch(names.data(), static_cast<std::int64_t>(names.size()));
    EXPECT_EQ(lines, before);
}

/// A hint that cannot be followed is ignored.
TEST(Prefetch, AddressesMayLeadNowhere) {
    const std::array<const void*, 3> names{
        nullptr, reinterpret_cast<const void*>(8),
        reinterpret_cast<const void*>(~std::uintptr_t{0})};
    allocpool_prefetch(names.data(), names.size());
}

TEST(Prefetch, NoneAreNone) {
    allocpool_prefetch(nullptr, 0);
    allocpool_prefetch(nullptr, -1);
}

}  // namespace
