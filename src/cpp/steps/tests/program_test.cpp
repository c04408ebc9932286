#include "steps/program.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace {

class Programs : public testing::Test {
  protected:
    void SetUp() override { setenv("COURSE_BIN", "/bin", 1); }
    void TearDown() override {
        unsetenv("COURSE_BIN");
        unsetenv("COURSE_PROFILE");
    }
};

TEST_F(Programs, OutputIsReadAsRecords) {
    const auto records = steps::run(R"(printf '{"event":"a","n":1}\n\n{"event":"b"}')");
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(steps::event(records, "a").number("n"), 1);
    EXPECT_THROW(steps::event(records, "c"), std::runtime_error);
}

TEST_F(Programs, FailureTellsWhatTheProgramSaid) {
    try {
        steps::run("sh -c 'echo why it failed >&2; exit 3'");
        FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string{error.what()}.find("why it failed"), std::string::npos);
    }
}

TEST_F(Programs, MissingProgramIsAFailure) {
    EXPECT_THROW(steps::run("no-such-program"), std::runtime_error);
}

TEST_F(Programs, BrokenRecordIsAFailure) {
    EXPECT_THROW(steps::run("echo '{\"half\":'"), std::runtime_error);
}

TEST_F(Programs, FolderHasADefault) {
    EXPECT_EQ(steps::binary_folder(), "/bin");
    unsetenv("COURSE_BIN");
    EXPECT_EQ(steps::binary_folder(), "../build/cpp/bin");
}

TEST_F(Programs, SmokeIsAProfile) {
    EXPECT_FALSE(steps::smoke());
    setenv("COURSE_PROFILE", "smoke", 1);
    EXPECT_TRUE(steps::smoke());
    setenv("COURSE_PROFILE", "trimmed", 1);
    EXPECT_FALSE(steps::smoke());
}

TEST_F(Programs, WarmUpRoundsDoNotCount) {
    const auto records = steps::run(
        "printf '%s\\n' '{\"event\":\"start\"}' "
        "'{\"event\":\"round\",\"warmup\":true,\"ns_per_packet\":900}' "
        "'{\"event\":\"round\",\"warmup\":false,\"ns_per_packet\":30}' "
        "'{\"event\":\"round\",\"warmup\":false,\"ns_per_packet\":10}' "
        "'{\"event\":\"round\",\"warmup\":false,\"ns_per_packet\":20}'");
    EXPECT_EQ(steps::least_ns_per_packet(records), 10);
    EXPECT_THROW(steps::least_ns_per_packet({records[0], records[1]}),
                 std::runtime_error);
}

}  // namespace
