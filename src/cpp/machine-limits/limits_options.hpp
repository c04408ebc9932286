#pragma once

/// The command line of machine-limits.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "settings.hpp"

namespace allocpool::limits {

enum class Measure { chase, tlb, bandwidth, lines, names, counters };

inline constexpr std::array<Named<Measure>, 6> measure_names{
    {{Measure::chase, "chase"},
     {Measure::tlb, "tlb"},
     {Measure::bandwidth, "bandwidth"},
     {Measure::lines, "lines"},
     {Measure::names, "names"},
     {Measure::counters, "counters"}}};

struct LimitsOptions {
    enum class Wish { measure, list, help };

    Wish wish = Wish::measure;
    std::vector<Measure> measures{Measure::chase, Measure::tlb,   Measure::bandwidth,
                                  Measure::lines, Measure::names, Measure::counters};
    double seconds = 2;

    /// A million slots of the analyser need 1,038 MiB.
    std::size_t most_mib = 1100;

    /// After `--`: a program to count in, and its arguments.
    std::vector<std::string> command;

    std::size_t most_bytes() const noexcept { return most_mib << 20U; }

    /// The names of the measures, separated by commas.
    std::string measures_text() const;
};

/// @throws BadInput
LimitsOptions parse_limits_options(int argc, const char* const* argv);

/// The text of --help.
std::string limits_help_text();

}  // namespace allocpool::limits
