/// The finished program, from outside.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include "child_process.hpp"

namespace allocpool {
namespace {

ChildProcess started(const std::vector<std::string>& arguments) {
    std::vector<std::string> all{BLOCKS_BENCH};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return ChildProcess{all};
}

Outcome run(const std::vector<std::string>& arguments) {
    return started(arguments).finish();
}

TEST(BlocksBench, MeasuresEachContestant) {
    for (const char* contestant : {"one-thread-malloc", "two-threads-malloc",
                                   "two-threads-handback", "two-threads-slots"}) {
        for (const char* bytes : {"16", "4096"}) {
            const Outcome outcome = run({"--contestant", contestant, "--block-bytes",
                                         bytes, "--seconds", "0.05"});
            EXPECT_EQ(outcome.exit_code, 0) << contestant << ": " << outcome.err;
            EXPECT_EQ(outcome.err, "");
            EXPECT_EQ(outcome.out.rfind(R"({"event":"start","bench":"blocks",)", 0), 0U)
                << outcome.out;
            for (const std::string& part :
                 {std::string{R"("block_bytes":)"} + bytes,
                  std::string{R"("metric":"ns_per_block","unit":"ns","value":)"},
                  std::string{R"({"event":"end",)"}}) {
                EXPECT_NE(outcome.out.find(part), std::string::npos) << outcome.out;
            }
        }
    }
}

TEST(BlocksBench, TimesSingleCallsAtAPace) {
    for (const char* contestant : {"one-thread-malloc", "two-threads-malloc",
                                   "two-threads-handback", "two-threads-slots"}) {
        const Outcome outcome =
            run({"--contestant", contestant, "--interval-ns", "2000", "--group", "1",
                 "--ring", "100", "--seconds", "0.05"});
        EXPECT_EQ(outcome.exit_code, 0) << contestant << ": " << outcome.err;
        for (const char* metric : {"acquire_p50", "acquire_p999", "acquire_p9999",
                                   "release_p50", "release_p999", "release_p9999"}) {
            EXPECT_NE(outcome.out.find(std::string{R"("metric":")"} + metric + '"'),
                      std::string::npos)
                << outcome.out;
        }
    }
}

TEST(BlocksBench, BadCommandLineIsOneLineAndExitCode2) {
    for (const std::vector<std::string>& bad : std::vector<std::vector<std::string>>{
             {}, {"--contestant", "none"}, {"--block-bytes", "17"}}) {
        const Outcome outcome = run(bad);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
        EXPECT_EQ(outcome.err.rfind("blocks-bench: --", 0), 0U) << outcome.err;
    }
}

TEST(BlocksBench, ASignalEndsItCleanlyWithoutAnEnd) {
    ChildProcess child =
        started({"--contestant", "two-threads-handback", "--seconds", "3600"});
    child.read_line();  // it has started
    usleep(50'000);
    child.kill(SIGTERM);
    const Outcome outcome = child.finish();
    EXPECT_EQ(outcome.exit_code, 128 + SIGTERM) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.find("\"end\""), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace allocpool
