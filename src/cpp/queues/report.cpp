#include "queue_bench/report.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "json_reporter.hpp"
#include "line_printer.hpp"

namespace allocpool::queue_bench {
namespace {

std::string_view name_of(Measure measure) {
    const auto found =
        std::find_if(measure_names.begin(), measure_names.end(),
                     [&](const NamedMeasure& named) { return named.value == measure; });
    return found->name;
}

}  // namespace

double percentile(const std::vector<double>& sorted, double percent) {
    // 99.9 is a little more than its name says, as a binary number: so is its rank.
    constexpr double exact = 1 - 1e-12;
    const double rank = percent / 100 * static_cast<double>(sorted.size()) * exact;
    const auto index = static_cast<std::size_t>(std::max(std::ceil(rank), 1.0)) - 1;
    return sorted[std::min(index, sorted.size() - 1)];
}

void Report::start(const Options& options, unsigned processors) const {
    std::string measures;
    for (const Measure measure : options.measures) {
        measures += (measures.empty() ? "" : ",") + json_string(name_of(measure));
    }
    const std::string capacity =
        options.capacity ? std::to_string(*options.capacity) : "null";
    print_line(
        "{\"event\":\"start\",\"bench\":\"queue\",\"contestant\":" +
        json_string(options.queue) +
        ",\"parameters\":{\"binding\":\"native-to-native\",\"measures\":[" + measures +
        "],\"capacity\":" + capacity +
        formatted(",\"seconds\":%.6f,\"processors\":%u}", options.seconds, processors) +
        ",\"build\":" + build_json() + "}");
}

void Report::result(const std::string& metric, const std::string& unit, double value,
                    std::uint64_t count, const std::vector<Member>& members) const {
    std::string more;
    for (const auto& [key, json] : members) {
        more += "," + json_string(key) + ":" + json;
    }
    print_line("{\"event\":\"result\",\"metric\":" + json_string(metric) +
               ",\"unit\":" + json_string(unit) +
               formatted(",\"value\":%.4f,\"count\":%" PRIu64, value, count) + more +
               "}");
}

void Report::percentiles(const std::string& metric, const std::string& unit,
                         std::vector<double> samples) const {
    constexpr std::array percents{"0", "50", "90", "99", "99.9", "99.99", "100"};
    std::sort(samples.begin(), samples.end());
    std::string list;
    for (const char* percent : percents) {
        list += formatted("%s\"%s\":%.1f", list.empty() ? "" : ",", percent,
                          percentile(samples, std::stod(percent)));
    }
    print_line("{\"event\":\"result\",\"metric\":" + json_string(metric) + ",\"unit\":" +
               json_string(unit) + formatted(",\"count\":%zu", samples.size()) +
               ",\"percentiles\":{" + list + "}}");
}

void Report::skipped(const std::string& metric, const std::string& reason) const {
    const std::string named = metric.empty() ? "" : ",\"metric\":" + json_string(metric);
    print_line("{\"event\":\"skipped\"" + named + ",\"reason\":" + json_string(reason) +
               "}");
}

void Report::end() const {
    print_line("{\"event\":\"end\"}");
}

}  // namespace allocpool::queue_bench
