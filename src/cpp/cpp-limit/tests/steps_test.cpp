#include "steps.hpp"

#include <gtest/gtest.h>

#include <string>

#include "all_steps.hpp"
#include "values.hpp"

namespace allocpool::cpp_limit {
namespace {

TEST(Steps, AreReadAsTheyAreWritten) {
    for (const Steps& steps : all_steps()) {
        EXPECT_EQ(parse_steps("--steps", steps.text()), steps);
    }
    EXPECT_EQ(all_steps().front().text(), "none");
}

TEST(Steps, RefuseOtherNames) {
    for (const char* bad : {"", "all", "ring,", ",ring", "ring,,layout", "Ring",
                            "none,ring", "ring layout"}) {
        EXPECT_THROW(parse_steps("--steps", bad), BadInput) << bad;
    }
    try {
        parse_steps("--steps", "ring,ring");
        FAIL();
    } catch (const BadInput& error) {
        EXPECT_EQ(std::string{error.what()}, "--steps: 'ring' is there twice");
    }
}

TEST(Steps, WithoutPrefetchHaveNoDistance) {
    Steps steps;
    steps.prefetch = false;
    EXPECT_EQ(steps.distance(), 0U);
}

}  // namespace
}  // namespace allocpool::cpp_limit
