#include "mapping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>

namespace allocpool {
namespace {

constexpr std::size_t huge = Mapping::huge_page_bytes;

TEST(Mapping, IsAlignedRoundedAndZero) {
    for (const Pages pages : {Pages::small, Pages::huge}) {
        for (const std::size_t bytes : {std::size_t{1}, huge, huge + 1, 3 * huge - 1}) {
            const Mapping mapping{bytes, pages};
            EXPECT_EQ(reinterpret_cast<std::uintptr_t>(mapping.begin()) % huge, 0U);
            EXPECT_EQ(mapping.bytes() % huge, 0U);
            EXPECT_GE(mapping.bytes(), bytes);
            EXPECT_LT(mapping.bytes(), bytes + huge);
            EXPECT_TRUE(std::all_of(mapping.begin(), mapping.begin() + mapping.bytes(),
                                    [](std::byte b) { return b == std::byte{0}; }));
        }
    }
}

TEST(Mapping, CanBeWrittenToItsEnds) {
    const Mapping mapping{huge, Pages::huge};
    mapping.begin()[0] = std::byte{1};
    mapping.begin()[mapping.bytes() - 1] = std::byte{2};
    EXPECT_EQ(mapping.begin()[0], std::byte{1});
}

/// The system may refuse huge pages, but gives none unless asked.
TEST(Mapping, TellsWhichPagesItHas) {
    EXPECT_EQ((Mapping{huge, Pages::small}.huge_pages()), HugePages::off);
    EXPECT_NE((Mapping{huge, Pages::huge}.huge_pages()), HugePages::off);
}

/// Where the system gives huge pages on request, we get them.
TEST(Mapping, HasHugePagesWhereTheSystemGivesThem) {
    std::ifstream file{"/sys/kernel/mm/transparent_hugepage/enabled"};
    std::string modes;
    std::getline(file, modes);
    if (modes.find("[madvise]") == std::string::npos &&
        modes.find("[always]") == std::string::npos) {
        EXPECT_EQ((Mapping{8 * huge, Pages::huge}.huge_pages()), HugePages::refused);
    } else if (Mapping{8 * huge, Pages::huge}.huge_pages() != HugePages::used) {
        GTEST_SKIP() << "huge pages are allowed, but there are none free";
    }
}

std::size_t address_space_kilobytes() {
    std::ifstream status{"/proc/self/status"};
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("VmSize:", 0) == 0) {
            return std::stoul(line.substr(7));
        }
    }
    return 0;
}

TEST(Mapping, LeavesNothingBehind) {
    {
        const Mapping first{huge, Pages::huge};
    }
    const std::size_t before = address_space_kilobytes();
    for (int i = 0; i < 10; ++i) {
        const Mapping mapping{5 * huge, Pages::huge};
    }
    EXPECT_LT(address_space_kilobytes(), before + 4 * huge / 1024);
}

TEST(Mapping, ThatDoesNotFitTheAddressSpaceIsAnError) {
    const std::size_t before = address_space_kilobytes();
    try {
        const Mapping mapping{std::size_t{1} << 48U, Pages::huge};
        FAIL() << "no machine has so much";
    } catch (const std::system_error& error) {
        EXPECT_NE(std::string{error.what()}.find("can't map 281474976710656 bytes"),
                  std::string::npos)
            << error.what();
    }
    EXPECT_LT(address_space_kilobytes(), before + 4 * huge / 1024);
}

TEST(Mapping, RefusesSizesThatThereAreNot) {
    for (const std::size_t bytes :
         {std::size_t{0}, std::numeric_limits<std::size_t>::max()}) {
        EXPECT_THROW((Mapping{bytes, Pages::small}), std::invalid_argument);
    }
}

}  // namespace
}  // namespace allocpool
