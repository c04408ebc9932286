#include "reporter.hpp"

#include <gtest/gtest.h>

#include <string>

#include "json_reporter.hpp"
#include "line_printer.hpp"

namespace allocpool {
namespace {

template <class Report>
std::string printed(Format format, Report report) {
    testing::internal::CaptureStdout();
    report(*make_reporter(format));
    return testing::internal::GetCapturedStdout();
}

const Probe probe{200, 500'000, 1.5, 100, 90, 1'234'567};
const Progress progress{200, true, 12.25, 1.5, 17};

TEST(JsonReporter, WritesOneObjectALine) {
    EXPECT_EQ(printed(Format::json, [](Reporter& r) { r.round({3, true, 1000, 2500}); }),
              "{\"event\":\"round\",\"index\":3,\"warmup\":true,\"packets\":1000,"
              "\"elapsed_ns\":2500,\"ns_per_packet\":2.500}\n");
    EXPECT_EQ(printed(Format::json, [](Reporter& r) { r.probe(probe); }),
              "{\"event\":\"probe\",\"interval_ns\":200,\"capacity\":500000,"
              "\"seconds\":1.500000,\"sent\":100,\"received\":90,\"lost\":10,"
              "\"longest_stall_ns\":1234567}\n");
    EXPECT_EQ(printed(Format::json, [](Reporter& r) { r.progress(progress); }),
              "{\"event\":\"progress\",\"interval_ns\":200,\"warmup\":true,"
              "\"since_start_s\":12.250000,\"since_last_s\":1.500000,\"lost\":17}\n");
    EXPECT_EQ(printed(Format::json, [](Reporter& r) { r.end({9, 8, 7, 0xABC}); }),
              "{\"event\":\"end\",\"packets\":9,\"processed\":8,\"tcp\":7,"
              "\"digest\":\"0000000000000abc\"}\n");
    EXPECT_EQ(printed(Format::json, [](Reporter& r) { r.end({9, 8, 7, {}}); }),
              "{\"event\":\"end\",\"packets\":9,\"processed\":8,\"tcp\":7,"
              "\"digest\":null}\n");
}

TEST(JsonReporter, StartsWithWhatAndHow) {
    Settings settings;
    settings.which = Case::c;
    settings.strategy = StrategyKind::mix;
    settings.scale = 100;
    const std::string line =
        printed(Format::json, [&](Reporter& r) { r.start("cpp-flat", settings); });
    EXPECT_EQ(
        line.rfind("{\"event\":\"start\",\"implementation\":\"cpp-flat\","
                   "\"strategy\":\"mix\",\"case\":\"C\",\"mode\":\"batch\","
                   "\"generator\":\"counter\",\"scale\":100,\"sizes\":{\"pool\":10000,"
                   "\"mix_pool\":2000,\"queue\":4950,\"stored\":4950},"
                   "\"runtime\":{\"name\":\"",
                   0),
        0U)
        << line;
    EXPECT_NE(line.find("\"-std=c++20\""), std::string::npos) << line;
}

TEST(JsonReporter, EscapesStrings) {
    EXPECT_EQ(json_string("-DX=\"a\\b\"\n"), "\"-DX=\\\"a\\\\b\\\"\\u000a\"");
}

TEST(TextReporter, WritesLinesToRead) {
    EXPECT_EQ(printed(Format::text, [](Reporter& r) { r.round({3, true, 1000, 2500}); }),
              "round   3 (warm-up):       1000 packets,      2.5 ns per packet\n");
    EXPECT_EQ(printed(Format::text, [](Reporter& r) { r.progress(progress); }),
              "  12.2;   1.5; lost:       17 (warm-up)\n");
    EXPECT_EQ(
        printed(Format::text, [](Reporter& r) { r.probe(probe); }),
        "every 200 ns for 1.5 s: sent 100, received 90, lost 10; longest stall of the "
        "clock 1.235 ms\n");
    EXPECT_EQ(printed(Format::text, [](Reporter& r) { r.end({9, 8, 7, 0xABC}); }),
              "9 packets in, 8 processed, 7 of them TCP; digest: 0000000000000abc\n");
}

}  // namespace
}  // namespace allocpool
