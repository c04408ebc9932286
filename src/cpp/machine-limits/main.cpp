#include <cstdint>
#include <string>

#include "bench_report.hpp"
#include "guarded.hpp"
#include "limits_options.hpp"
#include "line_printer.hpp"
#include "measures.hpp"
#include "stop_signal.hpp"

namespace {

using namespace allocpool;
using limits::LimitsOptions;
using limits::Measure;
using limits::Plan;

void measure(Measure what, const Plan& plan, const LimitsOptions& options,
             BenchReport& report) {
    switch (what) {
        case Measure::chase:
            return limits::measure_chase(plan, report);
        case Measure::tlb:
            return limits::measure_tlb(plan, report);
        case Measure::bandwidth:
            return limits::measure_bandwidth(plan, report);
        case Measure::lines:
            return limits::measure_lines(plan, report);
        case Measure::names:
            return limits::measure_named_lines(plan, report);
        case Measure::counters:
            return limits::measure_counters(plan, options.command, report);
    }
}

void measure_all(const LimitsOptions& options) {
    stop_signal::install();
    BenchReport report{"machine", 3};
    report.start(options.measures_text(),
                 JsonObject{}
                     .number("seconds", options.seconds, 3)
                     .number("most_mib", std::uint64_t{options.most_mib}));
    const Plan plan{options.seconds, options.most_bytes()};
    for (const Measure what : options.measures) {
        measure(what, plan, options, report);
        if (stop_signal::received() != 0) {
            return;
        }
    }
    report.end();
}

void run(int argc, char** argv) {
    const LimitsOptions options = limits::parse_limits_options(argc, argv);
    switch (options.wish) {
        case LimitsOptions::Wish::help:
            return print_line(limits::limits_help_text());
        case LimitsOptions::Wish::list:
            for (const auto& named : limits::measure_names) {
                print_line(std::string{named.name});
            }
            return;
        case LimitsOptions::Wish::measure:
            return measure_all(options);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return allocpool::guarded("machine-limits", "a smaller --most-mib needs less",
                              [&] { run(argc, argv); });
}
