#include "queue_bench/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
    // In binary, 99.9 is slightly more than 99.9, and so would its rank be.
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
    BenchReport::start(
        options.queue,
        JsonObject{}
            .text("binding", "native-to-native")
            .json("measures", "[" + measures + "]")
            .json("capacity",
                  options.capacity ? std::to_string(*options.capacity) : "null")
            .number("seconds", options.seconds, 6)
            .number("processors", std::uint64_t{processors}));
}

void Report::percentiles(const std::string& metric, const std::string& unit,
                         std::vector<double> samples) const {
    constexpr std::array percents{"0", "50", "90", "99", "99.9", "99.99", "100"};
    std::sort(samples.begin(), samples.end());
    JsonObject list;
    for (const char* percent : percents) {
        list.number(percent, percentile(samples, std::stod(percent)), 1);
    }
    print_line(JsonObject{}
                   .text("event", "result")
                   .text("metric", metric)
                   .text("unit", unit)
                   .number("count", std::uint64_t{samples.size()})
                   .object("percentiles", list)
                   .str());
}

}  // namespace allocpool::queue_bench
