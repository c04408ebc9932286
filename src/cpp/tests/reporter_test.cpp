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

const Probe probe{{200'000}, 500'000, 1.5, 100, 90, 1'234'567, {}, false};
const Progress progress{{200'000}, true, 12.25, 1.5, 17};

Probe lossy() {
    Probe with_losses = probe;
    with_losses.interval = {14'250};
    with_losses.losses = {{0, 4}, {1'234'567, 6}};
    with_losses.stopped_early = true;
    return with_losses;
}

TEST(JsonReporter, WritesOneObjectALine) {
    EXPECT_EQ(printed(Format::json, [](Reporter& r) { r.round({3, true, 1000, 2500}); }),
              "{\"event\":\"round\",\"index\":3,\"warmup\":true,\"packets\":1000,"
              "\"elapsed_ns\":2500,\"ns_per_packet\":2.500}\n");
    EXPECT_EQ(printed(Format::json, [](Reporter& r) { r.probe(probe); }),
              "{\"event\":\"probe\",\"interval_ns\":200,\"capacity\":500000,"
              "\"seconds\":1.500000,\"sent\":100,\"received\":90,\"lost\":10,"
              "\"longest_stall_ns\":1234567,\"losses\":[],\"stopped_early\":false}\n");
    EXPECT_EQ(printed(Format::json, [](Reporter& r) { r.probe(lossy()); }),
              "{\"event\":\"probe\",\"interval_ns\":14.25,\"capacity\":500000,"
              "\"seconds\":1.500000,\"sent\":100,\"received\":90,\"lost\":10,"
              "\"longest_stall_ns\":1234567,\"losses\":[[0.000,4],[1.235,6]],"
              "\"stopped_early\":true}\n");
    EXPECT_EQ(printed(Format::json,
                      [](Reporter& r) {
                          r.service({192, 750'500, {{64, 250'100}, {128, 500'400}}});
                      }),
              "{\"event\":\"service\",\"seconds\":0.000750,\"packets\":192,"
              "\"slices\":[[64,250100],[128,500400]]}\n");
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
    EXPECT_EQ(line.rfind("{\"event\":\"start\",\"implementation\":\"cpp-flat\","
                         "\"strategy\":\"mix\",\"case\":\"C\",\"mode\":\"batch\","
                         "\"generator\":\"counter\",\"workload\":1,\"scale\":100,"
                         "\"sizes\":{\"pool\":10000,"
                         "\"mix_pool\":2000,\"queue\":4950,\"stored\":4950},"
                         "\"runtime\":{\"name\":\"",
                         0),
              0U)
        << line;
    EXPECT_NE(line.find("\"-std=c++20\""), std::string::npos) << line;
}

TEST(JsonReporter, NamesTheClockInRealTime) {
    Settings settings;
    settings.mode = Mode::realtime;
    settings.clock = ClockKind::counter;
    const std::string line =
        printed(Format::json, [&](Reporter& r) { r.start("cpp", settings); });
    EXPECT_NE(line.find(",\"clock\":\"counter\","), std::string::npos) << line;
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
    EXPECT_EQ(printed(Format::text, [](Reporter& r) { r.probe(lossy()); }),
              "every 14.25 ns for 1.5 s: sent 100, received 90, lost 10 (first after "
              "0.000 s, stopped there); longest stall of the clock 1.235 ms\n");
    EXPECT_EQ(printed(Format::text,
                      [](Reporter& r) {
                          r.service({192, 750'000, {{128, 500'400}, {64, 249'600}}});
                      }),
              "as fast as possible for 0.0 s: 192 packets, 3906.2 ns per packet; longest "
              "slice 0.500 ms\n");
    EXPECT_EQ(printed(Format::text, [](Reporter& r) { r.end({9, 8, 7, 0xABC}); }),
              "9 packets in, 8 processed, 7 of them TCP; digest: 0000000000000abc\n");
}

}  // namespace
}  // namespace allocpool
