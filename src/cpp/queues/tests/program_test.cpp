/// The finished program, from outside: arguments, output, exit codes, signals.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "child_process.hpp"
#include "queue_bench/contestants.hpp"

namespace allocpool::queue_bench {
namespace {

Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), QUEUE_BENCH);
    return ChildProcess{arguments}.finish();
}

std::ptrdiff_t lines(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Runs a measurement. On a busy machine the other thread may not get a processor in a
/// short time, which the program reports; then it has to succeed with a longer one.
Outcome measured(const std::string& queue, const std::string& measures,
                 const std::string& seconds, const std::vector<std::string>& more) {
    Outcome outcome;
    for (const std::string& time : {seconds, std::string{"0.5"}, std::string{"20"}}) {
        std::vector<std::string> arguments{"--queue", queue,       "--measure",
                                           measures,  "--seconds", time};
        arguments.insert(arguments.end(), more.begin(), more.end());
        outcome = run(arguments);
        if (!has(outcome.err, "the time was too short")) {
            break;
        }
    }
    return outcome;
}

/// Expects a contestant's results, or that it was skipped.
void expect_metrics(const std::string& queue, const std::string& measures,
                    const std::vector<std::string>& metrics,
                    const std::string& seconds = "0.05",
                    const std::vector<std::string>& more = {}) {
    SCOPED_TRACE(queue + ", " + measures);
    const Outcome outcome = measured(queue, measures, seconds, more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.find("{\"event\":\"start\",\"bench\":\"queue\","), 0U);
    EXPECT_TRUE(has(outcome.out, "\n{\"event\":\"end\"}\n")) << outcome.out;
    if (has(outcome.out, "{\"event\":\"skipped\",\"reason\"")) {
        EXPECT_EQ(lines(outcome.out), 3) << outcome.out;
        return;
    }
    for (const std::string& metric : metrics) {
        EXPECT_TRUE(has(outcome.out, "\"metric\":\"" + metric + "\"")) << outcome.out;
    }
}

TEST(QueueBench, EveryQueueCanBeMeasured) {
    for (const std::string& queue : contestant_names()) {
        expect_metrics(queue, "write,consume,throughput,size,round-trip",
                       {"write_1", "write_64", "consume", "throughput", "size_100",
                        "size_1000", "round_trip"});
    }
}

TEST(QueueBench, EveryQueueHasAGoodInterval) {
    for (const std::string& queue : contestant_names()) {
        expect_metrics(queue, "interval", {"interval"}, "0.1", {"--capacity", "100000"});
    }
}

TEST(QueueBench, TheSmallestQueuesWork) {
    for (const std::string& queue : contestant_names()) {
        for (const char* capacity : {"1", "3"}) {
            expect_metrics(queue, "write,consume,throughput,size,round-trip",
                           {"write_1", "write_64", "consume", "throughput", "size_100",
                            "size_1000", "round_trip"},
                           "0.05", {"--capacity", capacity});
        }
    }
}

TEST(QueueBench, ALineNeedsNoQueue) {
    expect_metrics("run-ring", "line", {"line"});
}

TEST(QueueBench, ListsItsQueues) {
    const Outcome outcome = run({"--list"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out,
              "mutex-queue\natomic-ring\naligned-ring\ncached-ring\ndual-array-2018\n"
              "dual-array\nbatch-ring\nrun-ring\nboost-spsc\nreaderwriterqueue\n");
    EXPECT_TRUE(has(run({"--help"}).out, "usage: queue-bench"));
}

TEST(QueueBench, BadCommandLineIsOneLineAndExitCode2) {
    for (const std::vector<std::string>& bad : std::vector<std::vector<std::string>>{
             {},
             {"--queue", "X"},
             {"--queue", "run-ring", "--seconds", "0"},
             {"--queue", "run-ring", "--capacity"},
             {"--queue", "run-ring", "--measure", "everything"}}) {
        const Outcome outcome = run(bad);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(lines(outcome.err), 1) << outcome.err;
        EXPECT_EQ(outcome.err.rfind("queue-bench: ", 0), 0U) << outcome.err;
    }
}

TEST(QueueBench, ASignalEndsItCleanly) {
    using namespace std::chrono_literals;
    for (const int signal : {SIGINT, SIGTERM}) {
        for (const char* measure :
             {"write", "consume", "interval", "throughput", "size", "round-trip"}) {
            SCOPED_TRACE(measure);
            ChildProcess child{{QUEUE_BENCH, "--queue", "dual-array", "--measure",
                                measure, "--seconds", "100"}};
            child.read_line();
            std::this_thread::sleep_for(50ms);
            child.kill(signal);
            const Outcome outcome = child.finish();
            EXPECT_EQ(outcome.exit_code, 128 + signal) << outcome.err;
            EXPECT_EQ(outcome.err, "");
            EXPECT_EQ(lines(outcome.out), 1) << outcome.out;
        }
    }
}

}  // namespace
}  // namespace allocpool::queue_bench
