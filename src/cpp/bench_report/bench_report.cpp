#include "bench_report.hpp"

#include "json_reporter.hpp"
#include "line_printer.hpp"

namespace allocpool {

void BenchReport::start(std::string_view contestant, const JsonObject& parameters) const {
    print_line(JsonObject{}
                   .text("event", "start")
                   .text("bench", bench_)
                   .text("contestant", contestant)
                   .object("parameters", parameters)
                   .json("build", build_json())
                   .str());
}

void BenchReport::result(std::string_view metric, std::string_view unit, double value,
                         std::uint64_t count, const JsonObject& more) const {
    print_line(JsonObject{}
                   .text("event", "result")
                   .text("metric", metric)
                   .text("unit", unit)
                   .number("value", value, decimals_)
                   .number("count", count)
                   .members_of(more)
                   .str());
}

void BenchReport::skipped(std::string_view metric, std::string_view reason) const {
    JsonObject event;
    event.text("event", "skipped");
    if (!metric.empty()) {
        event.text("metric", metric);
    }
    print_line(event.text("reason", reason).str());
}

void BenchReport::end(const JsonObject& more) const {
    print_line(JsonObject{}.text("event", "end").members_of(more).str());
}

}  // namespace allocpool
