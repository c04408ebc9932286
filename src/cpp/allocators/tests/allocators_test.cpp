/// The finished programs: they process the same packets, with no more memory than needed.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "child_process.hpp"
#include "model.hpp"

namespace allocpool {
namespace {

std::vector<std::string> programs() {
    std::istringstream list{PROGRAMS};
    std::vector<std::string> paths;
    for (std::string path; std::getline(list, path, ':');) {
        paths.push_back(path);
    }
    return paths;
}

class Allocators : public testing::TestWithParam<std::string> {};

std::string file_name(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

INSTANTIATE_TEST_SUITE_P(All, Allocators, testing::ValuesIn(programs()),
                         [](const auto& each) {
                             std::string name = file_name(each.param);
                             for (char& c : name) {
                                 c = c == '-' ? '_' : c;
                             }
                             return name;
                         });

Outcome run(const std::string& program, const std::string& strategy,
            const std::string& which, const std::string& packets) {
    return ChildProcess{{program, "--case", which, "--strategy", strategy, "--mode",
                         "batch", "--scale", "100", "--generator", "random", "--packets",
                         packets, "--warmup-rounds", "1", "--rounds", "2", "--settle",
                         "0"}}
        .finish();
}

std::string json(std::uint64_t digest) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "\"%016llx\"",
                  static_cast<unsigned long long>(digest));
    return text.data();
}

TEST_P(Allocators, GiveTheDigestOfTheModelAndLeakNothing) {
    const model::Result expected = model::run(4950, true, 60'000);
    for (const char* strategy : {"alloc", "mix", "pool"}) {
        const Outcome outcome = run(GetParam(), strategy, "C", "20000");
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        EXPECT_NE(outcome.out.find(json(expected.digest)), std::string::npos)
            << strategy << ": " << outcome.out;
    }
}

TEST_P(Allocators, AreNamedInTheStartEvent) {
    const Outcome outcome = run(GetParam(), "alloc", "A", "100");
    const std::string implementation =
        file_name(GetParam()).substr(std::string{"analyser-"}.size());
    const std::string start =
        "{\"event\":\"start\",\"implementation\":\"" + implementation + "\"";
    EXPECT_EQ(outcome.out.rfind(start, 0), 0U) << outcome.out;
}

TEST_P(Allocators, WorkInRealTime) {
    const Outcome outcome =
        ChildProcess{{GetParam(), "--case", "A", "--strategy", "alloc", "--mode",
                      "realtime", "--scale", "100", "--interval-ns", "5000", "--seconds",
                      "0.05", "--warmup-seconds", "0"}}
            .finish();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("{\"event\":\"probe\""), std::string::npos);
}

/// The most memory that a child of this process has had, in KB; each test is a process of
/// its own.
long peak_of_children() {
    rusage usage{};
    EXPECT_EQ(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return usage.ru_maxrss;
}

TEST_P(Allocators, TakeNoMoreThanTwiceTheMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer keeps memory of its own";
#endif
    // 10,000 packets are alive, 10 MB; 300,000 are made. A pool that grows by doubling
    // may have twice the live packets' memory.
    EXPECT_EQ(run(PLAIN_PROGRAM, "alloc", "C", "100000").exit_code, 0);
    const long plain = peak_of_children();
    EXPECT_EQ(run(GetParam(), "alloc", "C", "100000").exit_code, 0);
    EXPECT_LE(peak_of_children(), 2 * plain);
}

}  // namespace
}  // namespace allocpool
