#include "bench_report.hpp"

#include <gtest/gtest.h>

#include <string>

namespace allocpool {
namespace {

template <class Write>
std::string printed(Write write) {
    testing::internal::CaptureStdout();
    write(BenchReport{"machine", 3});
    return testing::internal::GetCapturedStdout();
}

TEST(BenchReport, WritesOneObjectALine) {
    EXPECT_EQ(printed([](const BenchReport& report) {
                  report.result("chase", "ns", 2.3456, 100);
                  report.result("chase", "ns", 2, 1, JsonObject{}.text("pages", "huge"));
              }),
              "{\"event\":\"result\",\"metric\":\"chase\",\"unit\":\"ns\","
              "\"value\":2.346,\"count\":100}\n"
              "{\"event\":\"result\",\"metric\":\"chase\",\"unit\":\"ns\","
              "\"value\":2.000,\"count\":1,\"pages\":\"huge\"}\n");
    EXPECT_EQ(printed([](const BenchReport& report) {
                  report.end();
                  report.end(JsonObject{}.number("packets", std::uint64_t{7}));
              }),
              "{\"event\":\"end\"}\n{\"event\":\"end\",\"packets\":7}\n");
}

TEST(BenchReport, WritesWhatWasSkipped) {
    EXPECT_EQ(printed([](const BenchReport& report) {
                  report.skipped("cycles", "a \"b\"");
                  report.skipped("", "none");
              }),
              "{\"event\":\"skipped\",\"metric\":\"cycles\",\"reason\":\"a \\\"b\\\"\"}\n"
              "{\"event\":\"skipped\",\"reason\":\"none\"}\n");
}

TEST(BenchReport, StartsWithWhatAndHow) {
    const std::string line =
        printed([](const BenchReport& report) { report.start("tlb", {}); });
    EXPECT_EQ(line.rfind("{\"event\":\"start\",\"bench\":\"machine\",\"contestant\":"
                         "\"tlb\",\"parameters\":{},\"build\":{\"name\":\"",
                         0),
              0U)
        << line;
    EXPECT_NE(line.find("\"-std=c++20\""), std::string::npos) << line;
}

}  // namespace
}  // namespace allocpool
