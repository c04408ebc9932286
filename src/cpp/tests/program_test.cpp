/// The finished programs, from outside: arguments, output, exit codes, signals.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <string>
#include <vector>

#include "child_process.hpp"
#include "model.hpp"

namespace allocpool {
namespace {

/// A placeholder for the first of a subject's strategies, in arguments.
const std::string its_strategy = "its strategy";

struct Subject {
    std::string name;
    std::string program;
    std::vector<std::string> strategies;  ///< without dummy
};

void PrintTo(const Subject& subject, std::ostream* out) {
    *out << subject.name;
}

const Subject subjects[] = {
    {"cpp", ANALYSER_CPP, {"pool", "mix", "alloc"}},
    {"flat", ANALYSER_CPP_FLAT, {"pool", "mix", "alloc"}},
    {"region", ANALYSER_CPP_REGION, {"alloc"}},
};

class Program : public testing::TestWithParam<Subject> {
  protected:
    static std::vector<std::string> command(const std::vector<std::string>& arguments) {
        std::vector<std::string> all{GetParam().program};
        all.insert(all.end(), arguments.begin(), arguments.end());
        std::replace(all.begin(), all.end(), its_strategy, GetParam().strategies.front());
        return all;
    }

    static Outcome run(const std::vector<std::string>& arguments) {
        return ChildProcess{command(arguments)}.finish();
    }
};

/// The programs with the strategy dummy.
class ProgramWithDummy : public Program {};

std::string name_of(const testing::TestParamInfo<Subject>& each) {
    return each.param.name;
}

INSTANTIATE_TEST_SUITE_P(All, Program, testing::ValuesIn(subjects), name_of);
INSTANTIATE_TEST_SUITE_P(Two, ProgramWithDummy, testing::Values(subjects[0], subjects[1]),
                         name_of);

std::ptrdiff_t lines(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    const std::size_t start = text.rfind('\n', end);
    return text.substr(start == std::string::npos ? 0 : start + 1);
}

std::uint64_t number_in(const std::string& line, const std::string& key) {
    const std::size_t at = line.find("\"" + key + "\":");
    return at == std::string::npos
               ? ~0ULL
               : std::strtoull(line.c_str() + at + key.size() + 3, nullptr, 10);
}

/// A digest as it is written in the end event.
std::string json(std::uint64_t digest) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "\"%016llx\"",
                  static_cast<unsigned long long>(digest));
    return text.data();
}

TEST_P(Program, BadCommandLineIsOneLineAndExitCode2) {
    for (const std::vector<std::string>& bad : std::vector<std::vector<std::string>>{
             {},
             {"--case", "X", "--strategy", its_strategy, "--mode", "batch"},
             {"--case", "A", "--strategy", its_strategy, "--mode", "batch", "--packets",
              "0"},
             {"--case", "A", "--strategy", its_strategy, "--mode", "batch", "--packets",
              "99999999999999999999"},
             {"--case", "A", "--strategy", its_strategy, "--mode", "batch",
              "--live-objects"},
             {"--case", "A", "--strategy", its_strategy, "--mode", "realtime"}}) {
        const Outcome outcome = run(bad);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(lines(outcome.err), 1) << outcome.err;
        EXPECT_EQ(outcome.err.rfind("analyser-cpp", 0), 0U) << outcome.err;
    }
}

TEST(RegionProgram, RefusesOtherStrategiesThanItsOwn) {
    for (const char* strategy : {"dummy", "mix", "pool"}) {
        const Outcome outcome = ChildProcess{
            {ANALYSER_CPP_REGION, "--case", "A", "--mode", "batch", "--strategy",
             strategy}}.finish();
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(lines(outcome.err), 1) << outcome.err;
        EXPECT_NE(outcome.err.find(strategy), std::string::npos) << outcome.err;
    }
}

TEST_P(Program, HelpGoesToStandardOutput) {
    const Outcome outcome = run({"--help"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out.find("usage: analyser-cpp"), std::string::npos);
}

TEST_P(Program, BatchGivesTheDigestOfTheModel) {
    for (const std::string& strategy : GetParam().strategies) {
        const Outcome outcome =
            run({"--case", "B", "--strategy", strategy, "--mode", "batch", "--scale",
                 "100", "--generator", "random", "--packets", "20000", "--warmup-rounds",
                 "1", "--rounds", "2", "--settle", "0"});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        EXPECT_EQ(lines(outcome.out), 5) << outcome.out;
        const std::string end = last_line(outcome.out);
        const model::Result expected = model::run(1000, true, 60'000);
        EXPECT_EQ(number_in(end, "packets"), 60'000U);
        EXPECT_EQ(number_in(end, "processed"), expected.processed);
        EXPECT_EQ(number_in(end, "tcp"), expected.tcp);
        EXPECT_NE(end.find(json(expected.digest)), std::string::npos) << end;
    }
}

TEST_P(Program, RealTimeAccountsForEveryTick) {
    const Outcome outcome = run({"--case", "A", "--strategy", its_strategy, "--mode",
                                 "realtime", "--scale", "100", "--interval-ns", "5000",
                                 "--seconds", "0.1", "--warmup-seconds", "0.05"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string probe =
        outcome.out.substr(outcome.out.find("{\"event\":\"probe\""));
    EXPECT_EQ(number_in(probe, "sent"),
              number_in(probe, "received") + number_in(probe, "lost"));
    EXPECT_EQ(number_in(probe, "capacity"), 20'000U);
    EXPECT_EQ(last_line(outcome.out).rfind("{\"event\":\"end\"", 0), 0U);
}

TEST_P(ProgramWithDummy, HasNoDigestUnderIt) {
    // cpp leaks here by design: use few packets, and no leak report for this run.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    const Outcome outcome =
        run({"--case", "A", "--strategy", "dummy", "--mode", "batch", "--scale", "100",
             "--packets", "1000", "--warmup-rounds", "0", "--rounds", "1"});
    unsetenv("ASAN_OPTIONS");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("\"digest\":null"), std::string::npos);
}

TEST_P(Program, TextIsForReading) {
    const Outcome outcome =
        run({"--case", "A", "--strategy", its_strategy, "--mode", "batch", "--scale",
             "100", "--packets", "1000", "--format", "text"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_NE(outcome.out.find("ns per packet"), std::string::npos);
    EXPECT_EQ(outcome.out.find('{'), std::string::npos);
}

TEST_P(Program, ASignalEndsItCleanly) {
    const std::vector<std::vector<std::string>> modes{
        {"batch", "--rounds", "1000000"},
        {"realtime", "--interval-ns", "1000", "--seconds", "100"},
        {"realtime", "--interval-ns", "-", "--service-seconds", "100", "--warmup-seconds",
         "0"}};
    for (const auto& mode : modes) {
        for (const int signal : {SIGINT, SIGTERM}) {
            SCOPED_TRACE(mode[0] + " " + mode[2] + ", signal " + std::to_string(signal));
            std::vector<std::string> arguments{
                "--case", "A", "--strategy", its_strategy, "--scale", "100", "--mode"};
            arguments.insert(arguments.end(), mode.begin(), mode.end());
            ChildProcess child{command(arguments)};
            child.read_line();  // it has started
            child.await_threads(mode[0] == "batch" ? 1 : 2);
            usleep(50'000);
            child.kill(signal);
            const Outcome outcome = child.finish();
            EXPECT_EQ(outcome.exit_code, 128 + signal) << outcome.err;
            EXPECT_EQ(outcome.err, "");
            EXPECT_EQ(last_line(outcome.out).rfind("{\"event\":\"end\"", 0), 0U);
        }
    }
}

const std::vector<std::string> asked{"--case",        "A",   "--strategy", its_strategy,
                                     "--scale",       "100", "--mode",     "realtime",
                                     "--interval-ns", "-"};

bool is_event(const std::string& line, const std::string& name) {
    return line.rfind("{\"event\":\"" + name + "\"", 0) == 0;
}

TEST_P(Program, ProbesCanBeAskedForByTheOutcomeOfOthers) {
    ChildProcess child{command(asked)};
    EXPECT_TRUE(is_event(child.read_line(), "start"));
    for (const char* interval : {"50000", "25000.25"}) {
        child.write(std::string{interval} + " 0.02 0\n");
        const std::string probe = child.read_line();
        EXPECT_TRUE(is_event(probe, "probe")) << probe;
        EXPECT_NE(probe.find("\"interval_ns\":" + std::string{interval} + ","),
                  std::string::npos)
            << probe;
    }
    const Outcome outcome = child.finish();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string end = last_line(outcome.out);
    EXPECT_TRUE(is_event(end, "end")) << outcome.out;
    const model::Result expected = model::run(100, false, number_in(end, "packets"));
    EXPECT_NE(end.find(json(expected.digest)), std::string::npos) << end;
}

TEST_P(Program, ABadLineOfInputIsOneLineAndExitCode2) {
    for (const char* bad : {"faster\n", "\n", "50000 0.01 0 until-dawn\n"}) {
        ChildProcess child{command(asked)};
        child.write(bad);
        const Outcome outcome = child.finish();
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(lines(outcome.err), 1) << outcome.err;
        EXPECT_NE(outcome.err.find("INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss]"),
                  std::string::npos)
            << outcome.err;
        EXPECT_EQ(lines(outcome.out), 1) << "no end: " << outcome.out;
    }
}

TEST_P(Program, ASignalEndsTheWaitForInput) {
    ChildProcess child{command(asked)};
    child.read_line();
    child.write("50000 0.01 0\n");
    child.read_line();
    child.kill(SIGTERM);
    std::string line;
    do {
        line = child.read_line();  // though its input is still open
    } while (!line.empty() && !is_event(line, "end"));
    EXPECT_TRUE(is_event(line, "end"));
    EXPECT_EQ(child.finish().exit_code, 128 + SIGTERM);
}

TEST_P(Program, ServiceIsReportedBeforeTheFirstProbe) {
    std::vector<std::string> arguments = asked;
    arguments.insert(arguments.end(), {"--service-seconds", "0.01", "--warmup-seconds",
                                       "0.001", "--clock", "counter"});
    ChildProcess child{command(arguments)};
    child.write("50000 0.01 0\n");
    child.read_line();
    const std::string service = child.read_line();
    EXPECT_TRUE(is_event(service, "service")) << service;
    EXPECT_TRUE(is_event(child.read_line(), "probe"));
    EXPECT_EQ(child.finish().exit_code, 0);
}

TEST_P(Program, AFullDiskIsOneLineAndExitCode1) {
    if (access("/dev/full", W_OK) != 0) {
        GTEST_SKIP() << "this system has no /dev/full";
    }
    ChildProcess child{command({"--case", "A", "--strategy", its_strategy, "--scale",
                                "100", "--mode", "batch"}),
                       "/dev/full"};
    const Outcome outcome = child.finish();
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(lines(outcome.err), 1) << outcome.err;
    EXPECT_NE(outcome.err.find("can't write to standard output"), std::string::npos);
}

}  // namespace
}  // namespace allocpool
