#include "bench_report.hpp"

#include "json_reporter.hpp"
#include "line_printer.hpp"

namespace allocpool::limits {

JsonObject& JsonObject::number(std::string_view name, std::uint64_t value) {
    return json(name, std::to_string(value));
}

JsonObject& JsonObject::number(std::string_view name, double value) {
    return json(name, formatted("%.3f", value));
}

JsonObject& JsonObject::text(std::string_view name, std::string_view value) {
    return json(name, json_string(value));
}

JsonObject& JsonObject::json(std::string_view name, std::string_view json) {
    members_ += (members_.empty() ? "" : ",") + json_string(name) + ":";
    members_ += json;
    return *this;
}

void BenchReport::start(std::string_view contestant, const JsonObject& parameters) {
    print_line(JsonObject{}
                   .text("event", "start")
                   .text("bench", "machine")
                   .text("contestant", contestant)
                   .json("parameters", parameters.str())
                   .json("build", build_json())
                   .str());
}

void BenchReport::result(std::string_view metric, std::string_view unit, double value,
                         std::uint64_t count, const JsonObject& parameters) {
    print_line(JsonObject{}
                   .text("event", "result")
                   .text("metric", metric)
                   .text("unit", unit)
                   .number("value", value)
                   .number("count", count)
                   .json("parameters", parameters.str())
                   .str());
}

void BenchReport::skipped(std::string_view metric, std::string_view reason) {
    print_line(JsonObject{}
                   .text("event", "skipped")
                   .text("metric", metric)
                   .text("reason", reason)
                   .str());
}

void BenchReport::end() {
    print_line(JsonObject{}.text("event", "end").str());
}

}  // namespace allocpool::limits
