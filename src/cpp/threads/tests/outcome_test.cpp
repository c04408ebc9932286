#include "outcome.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace allocpool::threads {
namespace {

std::string complaint(const std::vector<Handle>& owned) {
    try {
        check_owners(owned, 4);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

TEST(Owners, AreOneForEachPacket) {
    EXPECT_EQ(complaint({2, 0, 3, 1}), "");
    EXPECT_EQ(complaint({2, 0, 3}), "packet 1 is lost");
    EXPECT_EQ(complaint({2, 0, 3, 1, 2}), "packet 2 has two owners");
    EXPECT_EQ(complaint({2, 0, 3, 1, 4}), "packet 4 does not exist");
}

}  // namespace
}  // namespace allocpool::threads
