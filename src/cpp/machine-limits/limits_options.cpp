#include "limits_options.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>

#include "values.hpp"

namespace allocpool::limits {
namespace {

constexpr const char* all_options =
    "--measure, --seconds, --most-mib, --list, --help, --";
constexpr std::uint64_t least_mib = 1;
constexpr std::uint64_t greatest_mib = std::uint64_t{1} << 20U;

std::string all_measures() {
    std::string list;
    for (const auto& named : measure_names) {
        list += (list.empty() ? "" : ", ") + std::string{named.name};
    }
    return list;
}

Measure measure_of(const std::string& option, std::string_view name) {
    for (const auto& named : measure_names) {
        if (named.name == name) {
            return named.value;
        }
    }
    throw BadInput(option + ": " + quoted(name) + " is not one of " + all_measures() +
                   "; several have commas between them");
}

std::vector<Measure> measures_of(const std::string& option, std::string_view text) {
    std::vector<Measure> measures;
    for (bool more = true; more;) {
        const std::size_t comma = text.find(',');
        const std::string_view name = text.substr(0, comma);
        const Measure measure = measure_of(option, name);
        if (std::find(measures.begin(), measures.end(), measure) != measures.end()) {
            throw BadInput(option + ": " + quoted(name) + " is there twice");
        }
        measures.push_back(measure);
        more = comma != std::string_view::npos;
        text.remove_prefix(more ? comma + 1 : text.size());
    }
    return measures;
}

bool contains(const std::vector<Measure>& measures, Measure measure) {
    return std::find(measures.begin(), measures.end(), measure) != measures.end();
}

/// @return false if there is no such option
bool apply(LimitsOptions& options, const std::string& name, const std::string& value) {
    if (name == "--measure") {
        options.measures = measures_of(name, value);
    } else if (name == "--seconds") {
        options.seconds = seconds_above_zero(name, value);
    } else if (name == "--most-mib") {
        options.most_mib = whole_number(name, value, least_mib, greatest_mib);
    } else {
        return false;
    }
    return true;
}

/// Applies an option with a value, given as the next argument or after a `=`.
/// @param at the option's index; advanced to its value's
void apply_next(LimitsOptions& options, std::set<std::string>& seen, int argc,
                const char* const* argv, int& at) {
    const std::string argument = argv[at];
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    std::string value;
    if (equals != std::string::npos) {
        value = argument.substr(equals + 1);
    } else if (at + 1 < argc) {
        value = argv[++at];
    }
    if (!apply(options, name, value)) {
        throw BadInput("unknown option " + quoted(name) + "; valid: " + all_options);
    }
    if (!seen.insert(name).second) {
        throw BadInput(name + " is given twice");
    }
}

}  // namespace

std::string LimitsOptions::measures_text() const {
    std::string list;
    for (const Measure measure : measures) {
        list += (list.empty() ? "" : ",") + std::string{name_of(measure, measure_names)};
    }
    return list;
}

LimitsOptions parse_limits_options(int argc, const char* const* argv) {
    LimitsOptions options;
    std::set<std::string> seen;
    for (int at = 1; at < argc; ++at) {
        const std::string_view argument = argv[at];
        if (argument == "--help" || argument == "--list") {
            options.wish = argument == "--help" ? LimitsOptions::Wish::help
                                                : LimitsOptions::Wish::list;
            return options;
        }
        if (argument == "--") {
            options.command.assign(argv + at + 1, argv + argc);
            if (options.command.empty()) {
                throw BadInput("--: a program to count in is missing");
            }
            break;
        }
        apply_next(options, seen, argc, argv, at);
    }
    if (!options.command.empty() && !contains(options.measures, Measure::counters)) {
        throw BadInput("a program behind -- is valid only with --measure counters");
    }
    return options;
}

std::string limits_help_text() {
    return R"(usage: machine-limits [--measure LIST] [--seconds S] [-- PROGRAM ARGUMENTS]

What can this machine's memory do at best? One JSON object a line.

  --measure LIST     what to measure, with commas between (all of it):
                     chase      latency of a load, by the memory that loads go over
                     tlb        the same, by the number of pages
                     bandwidth  of reading, writing and copying, by cache level
                     lines      ns to read and write a packet's first cache line, in the
                                analyser's order, when it is known in advance
                     names      whether the processor follows addresses in an array by
                                itself: latency of lines by what names them
                     counters   which hardware counters there are; with a PROGRAM, what
                                they count while it runs
  --seconds S        of measuring, for each of these; making the memory ready takes some
                     seconds more (2)
  --most-mib N       the most memory to use, from 1 to 1048576 (1100)
  --list             what can be measured, one a line
  --help             this text

Exit codes: 0, 1 after a failure, 2 for a wrong command line, 128 + N after signal N.
)";
}

}  // namespace allocpool::limits
