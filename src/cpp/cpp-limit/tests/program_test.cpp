/// The finished program, from outside: its own features. Those shared with the other
/// analysers are tested in ../../tests/program_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <csignal>
#include <string>
#include <vector>

#include "child_process.hpp"
#include "line_printer.hpp"
#include "model.hpp"

namespace allocpool::cpp_limit {
namespace {

Outcome run(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{ANALYSER_CPP_LIMIT};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return ChildProcess{arguments}.finish();
}

std::vector<std::string> with(std::vector<std::string> base,
                              const std::vector<std::string>& more) {
    base.insert(base.end(), more.begin(), more.end());
    return base;
}

const std::vector<std::string> short_run{
    "--case",   "B",   "--strategy", "pool",  "--mode",          "batch",
    "--scale",  "100", "--packets",  "20000", "--warmup-rounds", "1",
    "--rounds", "2",   "--settle",   "0",     "--generator",     "random"};

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// A short run's end event.
std::string expected_end() {
    const model::Result expected = model::run(1000, true, 60'000);
    return formatted("\"packets\":60000,\"processed\":%" PRIu64 ",\"tcp\":%" PRIu64
                     ",\"digest\":\"%016" PRIx64 "\"}",
                     expected.processed, expected.tcp, expected.digest);
}

TEST(LimitProgram, ReportsItsSteps) {
    for (const char* steps : {"none", "layout,handles,ring,prefetch,pages", "ring"}) {
        const Outcome outcome = run(with(short_run, {"--steps", steps}));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        EXPECT_TRUE(has(outcome.out, "\"implementation\":\"cpp-limit\"")) << outcome.out;
        EXPECT_TRUE(has(outcome.out, "\"variant\":{\"steps\":\"" + std::string{steps} +
                                         "\",\"prefetch_distance\":\""))
            << outcome.out;
        EXPECT_TRUE(has(outcome.out, expected_end())) << outcome.out;
    }
    const Outcome small = run(with(short_run, {"--steps", "none"}));
    EXPECT_TRUE(has(small.out, "\"prefetch_distance\":\"0\",\"huge_pages\":\"off\"}"))
        << small.out;
}

TEST(LimitProgram, ReportsItsStepsForReading) {
    const Outcome outcome = run(with(short_run, {"--steps", "ring", "--format", "text"}));
    EXPECT_TRUE(
        has(outcome.out, "\nsteps: ring\nprefetch_distance: 0\nhuge_pages: off\n"))
        << outcome.out;
}

/// Takes a gigabyte. The digest is that of unscaled_test.cpp's independent program.
TEST(LimitProgram, RunsAtFullSize) {
    const Outcome outcome =
        run({"--case", "C", "--strategy", "pool", "--mode", "batch", "--packets",
             "1000000", "--warmup-rounds", "0", "--rounds", "2", "--settle", "0"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.out,
                    "\"packets\":2000000,\"processed\":1505000,"
                    "\"tcp\":94063,\"digest\":\"b5d0500151b30a85\"}"))
        << outcome.out;
}

TEST(LimitProgram, RunsInRealTime) {
    const Outcome outcome =
        run({"--case", "A", "--strategy", "dummy", "--mode", "realtime", "--scale", "100",
             "--interval-ns", "5000", "--seconds", "0.05", "--warmup-seconds", "0",
             "--service-seconds", "0.01"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(has(outcome.out, "\"event\":\"service\"")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "\"event\":\"probe\"")) << outcome.out;
    EXPECT_TRUE(has(outcome.out, "\"digest\":null")) << outcome.out;
}

TEST(LimitProgram, BadCommandLineIsOneLineAndExitCode2) {
    for (const std::vector<std::string>& bad : std::vector<std::vector<std::string>>{
             {},
             {"--steps"},
             with(short_run, {"--steps", "fast"}),
             with(short_run, {"--prefetch-distance", "65"}),
             with(short_run, {"--stepz", "ring"}),
             {"--case", "A", "--strategy", "alloc", "--mode", "batch"},
             {"--case", "A", "--strategy", "mix", "--mode", "batch"}}) {
        const Outcome outcome = run(bad);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1)
            << outcome.err;
        EXPECT_EQ(outcome.err.rfind("analyser-cpp-limit: ", 0), 0U) << outcome.err;
    }
    EXPECT_TRUE(has(run({"--stepz"}).err, "--help, --steps, --prefetch-distance\n"));
    EXPECT_TRUE(has(run({"--case", "A", "--strategy", "mix", "--mode", "batch"}).err,
                    "--strategy: 'mix' is not one of dummy, pool: cpp-limit allocates "
                    "nothing\n"));
}

TEST(LimitProgram, HelpHasItsOwnOptions) {
    const Outcome outcome = run({"--help"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(has(outcome.out, "--prefetch-distance N"));
    EXPECT_TRUE(has(outcome.out, "usage: analyser-cpp-limit"));
}

TEST(LimitProgram, ASignalEndsItCleanly) {
    ChildProcess child{
        with({ANALYSER_CPP_LIMIT}, {"--case", "A", "--strategy", "pool", "--mode",
                                    "batch", "--scale", "100", "--rounds", "1000000"})};
    child.read_line();  // it has started
    child.kill(SIGTERM);
    const Outcome outcome = child.finish();
    EXPECT_EQ(outcome.exit_code, 128 + SIGTERM) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(has(outcome.out, "{\"event\":\"end\""));
}

// The sanitizers need more address space than any limit allows.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

TEST(LimitProgram, TooLittleMemoryIsOneLineAndExitCode1) {
    const std::vector<std::string> limited{"/bin/sh", "-c",
                                           "ulimit -v 500000; exec " ANALYSER_CPP_LIMIT
                                           " --case A --strategy pool --mode batch"};
    const Outcome outcome = ChildProcess{limited}.finish();
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_TRUE(has(outcome.err, "analyser-cpp-limit: can't map 1088421888 bytes"))
        << outcome.err;
}

#endif

}  // namespace
}  // namespace allocpool::cpp_limit
