#pragma once

/// A run's settings: the command line, checked and complete.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interval.hpp"
#include "sizes.hpp"

namespace allocpool {

/// The largest numbers accepted on the command line and standard input.
inline constexpr std::uint64_t most_packets = 1'000'000'000'000;
inline constexpr std::uint64_t most_milliseconds = 86'400'000;

enum class StrategyKind { dummy, alloc, mix, pool };
enum class GeneratorKind { counter, random };
enum class Mode { batch, realtime };
enum class Format { json, text };

/// The source of due ticks: a thread, through a queue, or the taker itself.
enum class ClockKind { thread, counter };

/// A value of an enumeration and its name on the command line and in reports.
template <class Enum>
struct Named {
    Enum value;
    std::string_view name;
};

inline constexpr std::array<Named<Case>, 3> case_names{
    {{Case::a, "A"}, {Case::b, "B"}, {Case::c, "C"}}};
inline constexpr std::array<Named<StrategyKind>, 4> strategy_names{
    {{StrategyKind::dummy, "dummy"},
     {StrategyKind::alloc, "alloc"},
     {StrategyKind::mix, "mix"},
     {StrategyKind::pool, "pool"}}};
inline constexpr std::array<Named<GeneratorKind>, 2> generator_names{
    {{GeneratorKind::counter, "counter"}, {GeneratorKind::random, "random"}}};
inline constexpr std::array<Named<Mode>, 2> mode_names{
    {{Mode::batch, "batch"}, {Mode::realtime, "realtime"}}};
inline constexpr std::array<Named<Format>, 2> format_names{
    {{Format::json, "json"}, {Format::text, "text"}}};
inline constexpr std::array<Named<ClockKind>, 2> clock_names{
    {{ClockKind::thread, "thread"}, {ClockKind::counter, "counter"}}};

/// @return the name of `value` in one of the tables above
template <class Enum, std::size_t N>
constexpr std::string_view name_of(Enum value, const std::array<Named<Enum>, N>& names) {
    for (const auto& named : names) {
        if (named.value == value) {
            return named.name;
        }
    }
    return "?";
}

struct Settings {
    Case which = Case::a;
    StrategyKind strategy = StrategyKind::alloc;
    Mode mode = Mode::batch;
    GeneratorKind generator = GeneratorKind::counter;
    Format format = Format::json;
    std::size_t scale = 1;

    /// Packets to process before the measurement, to fill queue and store.
    std::uint64_t settle = 0;

    /// Batch: a round ends after this many packets, or after the limit if that is not 0.
    std::uint64_t packets = 0;
    std::uint64_t warmup_rounds = 5;
    std::uint64_t rounds = 10;
    std::chrono::milliseconds round_limit{0};
    bool rounds_on_input = false;  ///< each round is requested on standard input

    /// Real time: the intervals between packets, tried in turn; or each probe is
    /// requested on standard input.
    std::vector<Interval> intervals;
    bool probes_on_input = false;
    double seconds = 5;
    double warmup_seconds = 1;

    /// Real time: how long to run as fast as possible before the probes; 0: not at all.
    double service_seconds = 0;

    ClockKind clock = ClockKind::thread;
    std::uint32_t first_tick = 0;

    /// The values of an implementation's own options, with their names: reported at the
    /// start.
    std::vector<std::pair<std::string, std::string>> variant;

    Sizes sizes() const { return sizes_of(which, scale); }

    /// Packets between two readings of the clock in batch mode.
    std::uint64_t chunk() const { return 10'000 / scale; }

    /// Packets received between two progress lines in real time.
    std::uint64_t progress_packets() const { return 1'000'000 / scale; }
};

}  // namespace allocpool
