#include "held_program.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <vector>

namespace allocpool::limits {
namespace {

std::string failure(const std::vector<std::string>& command) {
    try {
        HeldProgram{command}.run();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "none";
}

TEST(HeldProgram, RunsToItsEnd) {
    testing::internal::CaptureStdout();
    EXPECT_EQ(failure({"sh", "-c", "echo nobody hears this"}), "none");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(HeldProgram, TellsHowItFailed) {
    EXPECT_EQ(failure({"sh", "-c", "exit 3"}), "'sh' ended with exit code 3");
    EXPECT_EQ(failure({"sh", "-c", "kill -9 $$"}), "'sh' was ended by signal 9");
    EXPECT_EQ(failure({"no-such-program"}), "'no-such-program' ended with exit code 127");
}

TEST(HeldProgram, ThatIsNeverLetGoIsEnded) {
    pid_t process = -1;
    {
        const HeldProgram program{{"sleep", "3600"}};
        process = program.process();
        EXPECT_EQ(kill(process, 0), 0);
    }
    EXPECT_EQ(kill(process, 0), -1);
    EXPECT_EQ(errno, ESRCH);
}

}  // namespace
}  // namespace allocpool::limits
