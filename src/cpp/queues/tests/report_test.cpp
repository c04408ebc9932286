#include "queue_bench/report.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace allocpool::queue_bench {
namespace {

template <class Write>
std::string written(Write write) {
    testing::internal::CaptureStdout();
    write(Report{});
    return testing::internal::GetCapturedStdout();
}

TEST(QueueBenchReport, PercentilesAreSamplesByNearestRank) {
    std::vector<double> samples;
    for (int i = 1; i <= 1000; ++i) {
        samples.push_back(i);
    }
    EXPECT_EQ(percentile(samples, 0), 1);
    EXPECT_EQ(percentile(samples, 50), 500);
    EXPECT_EQ(percentile(samples, 99), 990);
    EXPECT_EQ(percentile(samples, 99.9), 999);
    EXPECT_EQ(percentile(samples, 99.99), 1000);
    EXPECT_EQ(percentile(samples, 100), 1000);
    EXPECT_EQ(percentile({7}, 0), 7);
    EXPECT_EQ(percentile({7}, 100), 7);
}

TEST(QueueBenchReport, WritesResults) {
    EXPECT_EQ(written([](const Report& report) {
                  report.result("interval", "ns", 2.5, 8,
                                JsonObject{}.number("lost", std::uint64_t{0}));
              }),
              "{\"event\":\"result\",\"metric\":\"interval\",\"unit\":\"ns\","
              "\"value\":2.5000,\"count\":8,\"lost\":0}\n");
    EXPECT_EQ(written([](const Report& report) {
                  report.percentiles("round_trip", "ns", {3, 1, 2});
              }),
              "{\"event\":\"result\",\"metric\":\"round_trip\",\"unit\":\"ns\","
              "\"count\":3,\"percentiles\":{\"0\":1.0,\"50\":2.0,\"90\":3.0,"
              "\"99\":3.0,\"99.9\":3.0,\"99.99\":3.0,\"100\":3.0}}\n");
}

TEST(QueueBenchReport, BeginsWithWhatIsMeasuredAndHowItWasBuilt) {
    const std::string line = written([](const Report& report) {
        Options options;
        options.queue = "run-ring";
        options.measures = {Measure::write, Measure::round_trip};
        report.start(options, 2);
    });
    EXPECT_EQ(line.find("{\"event\":\"start\",\"bench\":\"queue\",\"contestant\":"
                        "\"run-ring\",\"parameters\":{\"binding\":\"native-to-native\","
                        "\"measures\":[\"write\",\"round-trip\"],\"capacity\":null,"
                        "\"seconds\":0.400000,\"processors\":2},\"build\":{\"name\":"),
              0U)
        << line;
}

}  // namespace
}  // namespace allocpool::queue_bench
