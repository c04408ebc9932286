#include "outcome.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace allocpool::threads {
namespace {

std::string complaint(const std::vector<std::vector<Handle>>& owners) {
    try {
        check_owners(owners, 4);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

TEST(Owners, AreOneForEachPacket) {
    EXPECT_EQ(complaint({{2, 0}, {}, {3, 1}}), "");
    EXPECT_EQ(complaint({{2, 0}, {3}}), "of 4 packets, 3 have an owner");
    EXPECT_EQ(complaint({{2, 0}, {3, 1, 2}}), "packet 2 has two owners");
    EXPECT_EQ(complaint({{2, 0, 3, 1}, {4}}), "of 4 packets, 5 have an owner");
}

}  // namespace
}  // namespace allocpool::threads
