#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allocpool::queue_bench {

enum class Measure { write, consume, interval, throughput, size, round_trip, line };

struct NamedMeasure {
    Measure value;
    std::string_view name;
};

inline constexpr std::array<NamedMeasure, 7> measure_names{
    {{Measure::write, "write"},
     {Measure::consume, "consume"},
     {Measure::interval, "interval"},
     {Measure::throughput, "throughput"},
     {Measure::size, "size"},
     {Measure::round_trip, "round-trip"},
     {Measure::line, "line"}}};

/// The command line, checked and complete.
struct Options {
    enum class Task { measure, list, help };

    Task task = Task::measure;
    std::string queue;
    std::vector<Measure> measures;  ///< in the order in which they are asked for

    /// In ticks; none: `default_capacity`, or enough to bridge 20 ms at the interval.
    std::optional<std::int64_t> capacity;
    double seconds = 0.4;  ///< for each measure

    static constexpr std::int64_t default_capacity = 65'536;
    static constexpr std::uint64_t max_capacity = std::uint64_t{1} << 26U;

    std::int64_t capacity_or_default() const {
        return capacity.value_or(default_capacity);
    }
};

/// @param queues the valid names
/// @throws BadInput with one line that says what would be valid
Options parse_options(int argc, const char* const* argv,
                      const std::vector<std::string>& queues);

/// The text of --help.
std::string help_text();

}  // namespace allocpool::queue_bench
