/// The finished program, from outside.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "child_process.hpp"

namespace allocpool {
namespace {

std::vector<std::string> command(const std::vector<std::string>& arguments) {
    std::vector<std::string> all{THREADS_BENCH};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return all;
}

Outcome run(const std::vector<std::string>& arguments) {
    return ChildProcess{command(arguments)}.finish();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream input{text};
    std::vector<std::string> lines;
    for (std::string line; std::getline(input, line);) {
        lines.push_back(line);
    }
    return lines;
}

bool begins(const std::string& line, const std::string& start) {
    return line.rfind(start, 0) == 0;
}

/// The lines, without the remark about too few cores.
std::vector<std::string> events_of(const Outcome& outcome) {
    std::vector<std::string> lines = lines_of(outcome.out);
    std::erase_if(lines, [](const std::string& line) {
        return begins(line, "{\"event\":\"skipped\",\"metric\":\"parallel\"");
    });
    return lines;
}

std::vector<std::string> contestants() {
    return lines_of(run({"--list"}).out);
}

TEST(ThreadsBench, MeasuresEachContestantInBatchMode) {
    for (const std::string& contestant : contestants()) {
        const Outcome outcome = run({"--contestant", contestant, "--case", "B", "--scale",
                                     "100", "--seconds", "0.05"});
        EXPECT_EQ(outcome.exit_code, 0) << contestant << ": " << outcome.err;
        EXPECT_EQ(outcome.err, "");
        const std::vector<std::string> events = events_of(outcome);
        ASSERT_EQ(events.size(), 3U) << outcome.out;
        EXPECT_TRUE(
            begins(events[0], R"({"event":"start","bench":"threads","contestant":")" +
                                  contestant + R"(","parameters":{"case":"B",)"))
            << events[0];
        EXPECT_NE(events[0].find("\"build\":{\"name\":\""), std::string::npos);
        EXPECT_TRUE(begins(events[1],
                           "{\"event\":\"result\",\"metric\":\"ns_per_packet\",\"unit\":"
                           "\"ns\",\"value\":"))
            << events[1];
        EXPECT_TRUE(begins(events[2], "{\"event\":\"end\",")) << events[2];
    }
}

TEST(ThreadsBench, MeasuresInRealTimeByBothClocks) {
    for (const char* clock : {"counter", "thread"}) {
        for (const char* contestant : {"one-thread", "two-threads-handback"}) {
            const Outcome outcome =
                run({"--contestant", contestant, "--scale", "100", "--mode", "realtime",
                     "--clock", clock, "--seconds", "0.2"});
            EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
            const std::vector<std::string> events = events_of(outcome);
            ASSERT_GE(events.size(), 3U) << outcome.out;
            EXPECT_NE(events[1].find("\"metric\":\"min_interval\""), std::string::npos);
            EXPECT_TRUE(begins(events.back(), "{\"event\":\"end\",")) << events.back();
            // On a busy machine it may lose packets at every interval.
            if (begins(events[1], "{\"event\":\"skipped\",")) {
                continue;
            }
            ASSERT_EQ(events.size(), 4U) << outcome.out;
            EXPECT_TRUE(begins(events[2],
                               R"({"event":"result","metric":"loss_at_1000","unit":"%")"))
                << events[2];
        }
    }
}

TEST(ThreadsBench, SaysSoWhenThreadsMustTakeTurns) {
    if (std::thread::hardware_concurrency() > 64) {
        GTEST_SKIP() << "this machine has a core for every thread";
    }
    const Outcome outcome = run({"--contestant", "N-processors-handback", "--processors",
                                 "64", "--scale", "100", "--seconds", "0.01"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find(
                  R"({"event":"skipped","metric":"parallel","reason":"65 threads on )"),
              std::string::npos)
        << outcome.out;
}

TEST(ThreadsBench, BadCommandLineIsOneLineAndExitCode2) {
    for (const std::vector<std::string>& bad : std::vector<std::vector<std::string>>{
             {}, {"--contestant", "none"}, {"--seconds", "0"}}) {
        const Outcome outcome = run(bad);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(lines_of(outcome.err).size(), 1U) << outcome.err;
        EXPECT_TRUE(begins(outcome.err, "threads-bench: --")) << outcome.err;
    }
}

TEST(ThreadsBench, ASignalEndsItCleanlyWithoutAnEnd) {
    for (const char* mode : {"batch", "realtime"}) {
        for (const int signal : {SIGINT, SIGTERM}) {
            ChildProcess child{command({"--contestant", "two-threads-handback", "--scale",
                                        "100", "--mode", mode, "--seconds", "3600"})};
            child.read_line();  // it has started
            child.await_threads(2);
            usleep(50'000);
            child.kill(signal);
            const Outcome outcome = child.finish();
            EXPECT_EQ(outcome.exit_code, 128 + signal) << outcome.err;
            EXPECT_EQ(outcome.err, "");
            EXPECT_EQ(events_of(outcome).size(), 1U) << outcome.out;
        }
    }
}

}  // namespace
}  // namespace allocpool
