#include "steps/batch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace {

TEST(Batch, SmokeIsAHundredth) {
    unsetenv("COURSE_PROFILE");
    EXPECT_EQ(steps::batch::in_use(2), 990'000);
    EXPECT_EQ(steps::batch::options().find("--scale"), std::string::npos);
    setenv("COURSE_PROFILE", "smoke", 1);
    EXPECT_EQ(steps::batch::in_use(2), 9'900);
    EXPECT_NE(steps::batch::options().find("--scale 100"), std::string::npos);
    unsetenv("COURSE_PROFILE");
}

TEST(Batch, ChartHasTheCases) {
    const std::string svg = steps::batch::chart("t").series("s", {1, 2, 3}).svg();
    for (const char* which : {">A<", ">B<", ">C<"}) {
        EXPECT_NE(svg.find(which), svg.npos) << which;
    }
}

}  // namespace
