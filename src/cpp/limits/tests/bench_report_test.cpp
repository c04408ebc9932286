#include "bench_report.hpp"

#include <gtest/gtest.h>

#include <string>

namespace allocpool::limits {
namespace {

template <class Report>
std::string printed(Report report) {
    testing::internal::CaptureStdout();
    BenchReport bench;
    report(bench);
    return testing::internal::GetCapturedStdout();
}

TEST(JsonObject, HasItsMembersInOrder) {
    EXPECT_EQ(JsonObject{}.str(), "{}");
    EXPECT_EQ(JsonObject{}
                  .text("b", "say \"x\"")
                  .number("a", std::uint64_t{18'446'744'073'709'551'615U})
                  .number("c", 1.0005)
                  .json("d", "[1]")
                  .str(),
              "{\"b\":\"say \\\"x\\\"\",\"a\":18446744073709551615,\"c\":1.000,"
              "\"d\":[1]}");
}

TEST(BenchReport, WritesOneObjectALine) {
    EXPECT_EQ(printed([](BenchReport& report) {
                  report.result("chase", "ns", 2.3456, 100,
                                JsonObject{}.text("pages", "huge"));
              }),
              "{\"event\":\"result\",\"metric\":\"chase\",\"unit\":\"ns\","
              "\"value\":2.346,\"count\":100,\"parameters\":{\"pages\":\"huge\"}}\n");
    EXPECT_EQ(printed([](BenchReport& report) { report.skipped("cycles", "none"); }),
              "{\"event\":\"skipped\",\"metric\":\"cycles\",\"reason\":\"none\"}\n");
    EXPECT_EQ(printed([](BenchReport& report) { report.end(); }),
              "{\"event\":\"end\"}\n");
}

TEST(BenchReport, StartsWithWhatAndHow) {
    const std::string line =
        printed([](BenchReport& report) { report.start("tlb", JsonObject{}); });
    EXPECT_EQ(line.rfind("{\"event\":\"start\",\"bench\":\"machine\",\"contestant\":"
                         "\"tlb\",\"parameters\":{},\"build\":{\"name\":\"",
                         0),
              0U)
        << line;
    EXPECT_NE(line.find("\"-std=c++20\""), std::string::npos) << line;
}

}  // namespace
}  // namespace allocpool::limits
