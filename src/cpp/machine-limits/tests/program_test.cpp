/// The finished program, from outside, on little memory: tests that it measures, not the
/// results.

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "child_process.hpp"

namespace allocpool::limits {
namespace {

Outcome run(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{MACHINE_LIMITS};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ChildProcess{arguments}.finish();
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const std::string end_event = "{\"event\":\"end\"}\n";

TEST(MachineLimits, MeasuresAllThatThereIs) {
    const Outcome outcome = run({"--seconds", "0.05", "--most-mib", "21"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.rfind("{\"event\":\"start\",\"bench\":\"machine\"", 0), 0U);
    for (const char* result :
         {"\"metric\":\"chase\",\"unit\":\"ns\",\"value\":",
          "\"parameters\":{\"bytes\":16384,\"pages\":\"small\"}",
          "\"parameters\":{\"bytes\":16777216,\"pages\":\"small\"}",
          "\"metric\":\"tlb\",\"unit\":\"ns\",\"value\":",
          "\"parameters\":{\"small_pages\":4096,\"pages\":\"small\"}",
          "\"metric\":\"read\",\"unit\":\"GB/s\",\"value\":",
          "\"metric\":\"write\"",
          "\"metric\":\"write_streaming\"",
          "\"metric\":\"copy\"",
          "\"level\":\"L2\"",
          "\"level\":\"DRAM\"",
          "\"threads\":1}",
          "\"metric\":\"line\",\"unit\":\"ns\",\"value\":",
          "\"parameters\":{\"case\":\"A\",\"generator\":\"counter\",\"lines_per_packet\":"
          "1.0625,"
          "\"pages\":\"small\",\"distance\":",
          "\"parameters\":{\"case\":\"A\",\"generator\":\"random\",\"lines_per_packet\":"
          "1.06",
          "\"metric\":\"named\",\"unit\":\"ns\",\"value\":",
          "\"parameters\":{\"names\":\"addresses\",\"slots\":",
          "\"parameters\":{\"names\":\"disguised\",\"slots\":",
          "\"parameters\":{\"names\":\"numbers\",\"slots\":",
          "\"metric\":\"cycles\"",
          "\"metric\":\"page_faults\""}) {
        EXPECT_TRUE(has(outcome.out, result)) << result << "\n" << outcome.out;
    }
    EXPECT_EQ(outcome.out.substr(outcome.out.size() - end_event.size()), end_event);
}

TEST(MachineLimits, CountsInAProgram) {
    const Outcome outcome = run({"--measure", "counters", "--", "sh", "-c", "exit 0"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.out, "\"parameters\":{\"of\":\"sh -c exit 0\"}") ||
                has(outcome.out, "\"event\":\"skipped\",\"metric\":\"page_faults\""))
        << outcome.out;
    EXPECT_TRUE(has(outcome.out, end_event));
}

TEST(MachineLimits, ListsWhatItMeasures) {
    const Outcome outcome = run({"--list"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, "chase\ntlb\nbandwidth\nlines\nnames\ncounters\n");
    EXPECT_TRUE(has(run({"--help"}).out, "usage: machine-limits"));
}

TEST(MachineLimits, BadCommandLineIsOneLineAndExitCode2) {
    for (const char* bad : {"--seconds=0", "--measure=speed", "fast"}) {
        const Outcome outcome = run({bad});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
        EXPECT_EQ(outcome.err.rfind("machine-limits: ", 0), 0U) << outcome.err;
    }
}

TEST(MachineLimits, ASignalEndsItWithoutAnEnd) {
    ChildProcess child{{MACHINE_LIMITS, "--seconds", "3600", "--most-mib", "12",
                        "--measure", "bandwidth"}};
    child.read_line();  // it has started
    usleep(50'000);
    child.kill(SIGTERM);
    const Outcome outcome = child.finish();
    EXPECT_EQ(outcome.exit_code, 128 + SIGTERM) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_FALSE(has(outcome.out, end_event));
}

}  // namespace
}  // namespace allocpool::limits
