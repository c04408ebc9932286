#include "events.hpp"

#include <cinttypes>
#include <string_view>

#include "json_reporter.hpp"
#include "line_printer.hpp"
#include "version.hpp"

namespace allocpool::threads::events {
namespace {

std::string named(const char* key, std::string_view value) {
    return std::string{"\""} + key + "\":" + json_string(value);
}

}  // namespace

void start(const Options& options) {
    const std::string clock =
        options.mode == Mode::realtime
            ? "," + named("clock", name_of(options.clock, clock_names))
            : "";
    print_line("{\"event\":\"start\",\"bench\":\"threads\"," +
               named("contestant", name_of(options.contestant, contestant_names)) +
               ",\"parameters\":{" + named("case", name_of(options.which, case_names)) +
               "," + named("mode", name_of(options.mode, mode_names)) + "," +
               named("generator", name_of(options.generator, generator_names)) + clock +
               formatted(",\"workload\":%d,\"scale\":%zu,\"seconds\":%.6f,\"cores\":%zu,"
                         "\"threads\":%zu,\"processors\":%zu,\"group\":%zu,\"ring\":%zu}",
                         workload_version, options.scale, options.seconds, cores(),
                         options.threads(), options.shape.processors, options.shape.group,
                         options.shape.ring) +
               ",\"build\":" + build_json() + "}");
}

void result(const std::string& metric, const std::string& unit, double value,
            std::uint64_t count, const std::string& more) {
    print_line(
        "{\"event\":\"result\"," + named("metric", metric) + "," + named("unit", unit) +
        formatted(",\"value\":%.6f,\"count\":%" PRIu64, value, count) + more + "}");
}

void skipped(const std::string& metric, const std::string& reason) {
    print_line("{\"event\":\"skipped\"," + named("metric", metric) + "," +
               named("reason", reason) + "}");
}

void end(const Outcome& outcome) {
    print_line(
        formatted("{\"event\":\"end\",\"packets\":%" PRIu64 ",\"processed\":%" PRIu64
                  ",\"tcp\":%" PRIu64 ",\"digest\":\"%016" PRIx64 "\"}",
                  outcome.packets, outcome.processed, outcome.tcp, outcome.digest));
}

}  // namespace allocpool::threads::events
