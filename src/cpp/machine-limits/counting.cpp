#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "circle.hpp"
#include "counters.hpp"
#include "held_program.hpp"
#include "mapping.hpp"
#include "measures.hpp"
#include "stop_signal.hpp"

namespace allocpool::limits {
namespace {

using Counters = std::vector<std::pair<Counted, Counter>>;

/// Opens the counters that exist, and reports the others.
/// @param arguments a counter's, following the event to count
template <class... Arguments>
Counters open_counters(BenchReport& report, Arguments... arguments) {
    Counters counters;
    for (const Counted counted : all_counted) {
        try {
            counters.emplace_back(counted, Counter{counted, arguments...});
        } catch (const NoCounter& error) {
            report.skipped(name_of(counted), error.what());
        }
    }
    return counters;
}

/// @param operations the divisor of the counts
void report_counts(const Counters& counters, const char* unit, std::uint64_t operations,
                   const JsonObject& parameters, BenchReport& report) {
    for (const auto& [counted, counter] : counters) {
        try {
            report.result(name_of(counted), unit,
                          counter.value() / static_cast<double>(operations), operations,
                          JsonObject{}.object("parameters", parameters));
        } catch (const NoCounter& error) {
            report.skipped(name_of(counted), error.what());
        }
    }
}

/// Counts for loads from a circle much longer than any cache but the last.
void count_chase(const Plan& plan, BenchReport& report) {
    constexpr std::size_t usual_bytes = std::size_t{64} << 20U;
    constexpr std::uint64_t loads = 1'000'000;
    const std::size_t bytes = std::min(plan.most_bytes, usual_bytes);
    const Mapping mapping{bytes, Pages::small};
    auto* nodes = reinterpret_cast<steps::Node*>(mapping.begin());
    steps::link(nodes, steps::at_random(bytes / sizeof(steps::Node)));
    Counters counters = open_counters(report);
    for (auto& [counted, counter] : counters) {
        counter.start();
    }
    steps::follow(nodes, loads);
    report_counts(counters, "per load", loads,
                  JsonObject{}
                      .text("of", "chase")
                      .number("bytes", std::uint64_t{bytes})
                      .text("pages", name_of(Pages::small, pages_names)),
                  report);
}

void count_program(const std::vector<std::string>& command, BenchReport& report) {
    HeldProgram program{command};
    const Counters counters = open_counters(report, program.process());
    if (counters.empty()) {
        return;
    }
    program.run();
    if (stop_signal::received() != 0) {
        return;
    }
    std::string words;
    for (const std::string& word : command) {
        words += (words.empty() ? "" : " ") + word;
    }
    report_counts(counters, "count", 1, JsonObject{}.text("of", words), report);
}

}  // namespace

void measure_counters(const Plan& plan, const std::vector<std::string>& command,
                      BenchReport& report) {
    if (command.empty()) {
        count_chase(plan, report);
    } else {
        count_program(command, report);
    }
}

}  // namespace allocpool::limits
