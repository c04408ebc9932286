#include "command_line.hpp"

#include <getopt.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

namespace allocpool {
namespace {

/// Also the order of `options`.
enum Option : int {
    opt_case,
    opt_strategy,
    opt_mode,
    opt_generator,
    opt_scale,
    opt_format,
    opt_settle,
    opt_packets,
    opt_warmup_rounds,
    opt_rounds,
    opt_round_limit_ms,
    opt_interval_ns,
    opt_seconds,
    opt_warmup_seconds,
    opt_service_seconds,
    opt_clock,
    opt_first_tick,
    opt_help,
    option_count
};

const std::array<option, option_count + 1> options{
    {{"case", required_argument, nullptr, opt_case},
     {"strategy", required_argument, nullptr, opt_strategy},
     {"mode", required_argument, nullptr, opt_mode},
     {"generator", required_argument, nullptr, opt_generator},
     {"scale", required_argument, nullptr, opt_scale},
     {"format", required_argument, nullptr, opt_format},
     {"settle", required_argument, nullptr, opt_settle},
     {"packets", required_argument, nullptr, opt_packets},
     {"warmup-rounds", required_argument, nullptr, opt_warmup_rounds},
     {"rounds", required_argument, nullptr, opt_rounds},
     {"round-limit-ms", required_argument, nullptr, opt_round_limit_ms},
     {"interval-ns", required_argument, nullptr, opt_interval_ns},
     {"seconds", required_argument, nullptr, opt_seconds},
     {"warmup-seconds", required_argument, nullptr, opt_warmup_seconds},
     {"service-seconds", required_argument, nullptr, opt_service_seconds},
     {"clock", required_argument, nullptr, opt_clock},
     {"first-tick", required_argument, nullptr, opt_first_tick},
     {"help", no_argument, nullptr, opt_help},
     {nullptr, 0, nullptr, 0}}};

constexpr std::uint64_t most_rounds = 1'000'000;
constexpr std::uint64_t most_service_seconds = 1'000'000;
constexpr std::uint64_t last_tick = std::numeric_limits<std::uint32_t>::max();

std::string option_name(int which) {
    return std::string{"--"} + options[static_cast<std::size_t>(which)].name;
}

std::string all_options(const std::string& more) {
    std::string list;
    for (int which = 0; which < option_count; ++which) {
        list += (which == 0 ? "" : ", ") + option_name(which);
    }
    return list + (more.empty() ? "" : ", " + more);
}

template <class Enum, std::size_t N>
std::string all_names(const std::array<Named<Enum>, N>& names) {
    std::string list;
    for (const auto& named : names) {
        list += (list.empty() ? "" : ", ") + std::string{named.name};
    }
    return list;
}

template <class Enum, std::size_t N>
Enum choice(int which, std::string_view text, const std::array<Named<Enum>, N>& names) {
    for (const auto& named : names) {
        if (named.name == text) {
            return named.value;
        }
    }
    throw BadInput(option_name(which) + ": " + quoted(text) + " is not one of " +
                   all_names(names));
}

std::uint64_t whole(int which, std::string_view text, std::uint64_t least,
                    std::uint64_t most) {
    return whole_number(option_name(which), text, least, most);
}

std::vector<Interval> intervals(std::string_view text) {
    std::vector<Interval> list;
    for (;;) {
        const std::size_t comma = text.find(',');
        list.push_back(parse_interval(option_name(opt_interval_ns),
                                      std::string{text.substr(0, comma)}));
        if (comma == std::string_view::npos) {
            return list;
        }
        text.remove_prefix(comma + 1);
    }
}

/// getopt_long takes `--pack` for `--packets`. We don't: a script with such an option
/// would break when a new option made it ambiguous.
void reject_abbreviation(int which, std::string_view argument) {
    const std::string name = option_name(which);
    if (argument.substr(0, argument.find('=')) != name) {
        throw BadInput("unknown option " + quoted(argument) + "; did you mean " + name +
                       "?");
    }
}

void reset_getopt() {
#if defined(__GLIBC__)
    optind = 0;
#else
    optind = 1;
#endif
#if defined(__APPLE__) || defined(__FreeBSD__)
    optreset = 1;
#endif
    opterr = 0;  // its messages are not ours
}

void apply(Settings& settings, int which, const char* text) {
    switch (which) {
        case opt_case:
            settings.which = choice(which, text, case_names);
            break;
        case opt_strategy:
            settings.strategy = choice(which, text, strategy_names);
            break;
        case opt_mode:
            settings.mode = choice(which, text, mode_names);
            break;
        case opt_generator:
            settings.generator = choice(which, text, generator_names);
            break;
        case opt_scale:
            if (std::strcmp(text, "1") != 0 && std::strcmp(text, "100") != 0) {
                throw BadInput("--scale: " + quoted(text) + " is not one of 1, 100");
            }
            settings.scale = whole(which, text, 1, 100);
            break;
        case opt_format:
            settings.format = choice(which, text, format_names);
            break;
        case opt_settle:
            settings.settle = whole(which, text, 0, most_packets);
            break;
        case opt_packets:
            settings.packets = whole(which, text, 1, most_packets);
            break;
        case opt_warmup_rounds:
            settings.warmup_rounds = whole(which, text, 0, most_rounds);
            break;
        case opt_rounds:
            settings.rounds_on_input = std::strcmp(text, "-") == 0;
            if (!settings.rounds_on_input) {
                settings.rounds = whole(which, text, 1, most_rounds);
            }
            break;
        case opt_round_limit_ms:
            settings.round_limit =
                std::chrono::milliseconds{whole(which, text, 0, most_milliseconds)};
            break;
        case opt_interval_ns:
            settings.probes_on_input = std::strcmp(text, "-") == 0;
            if (!settings.probes_on_input) {
                settings.intervals = intervals(text);
            }
            break;
        case opt_seconds:
            settings.seconds = seconds_above_zero(option_name(which), text);
            break;
        case opt_warmup_seconds:
            settings.warmup_seconds = seconds_from_zero(option_name(which), text);
            break;
        case opt_service_seconds:
            settings.service_seconds =
                seconds_from_zero(option_name(which), text, most_service_seconds);
            break;
        case opt_clock:
            settings.clock = choice(which, text, clock_names);
            break;
        default:
            settings.first_tick =
                static_cast<std::uint32_t>(whole(which, text, 0, last_tick));
            break;
    }
}

using Seen = std::array<bool, option_count>;

void require(const Seen& seen, int which, const std::string& valid) {
    if (!seen[static_cast<std::size_t>(which)]) {
        throw BadInput(option_name(which) + " is missing; valid: " + valid);
    }
}

void require_mode(const Seen& seen, Mode mode) {
    constexpr std::array batch_only{opt_packets, opt_warmup_rounds, opt_rounds,
                                    opt_round_limit_ms};
    constexpr std::array realtime_only{opt_interval_ns,    opt_seconds,
                                       opt_warmup_seconds, opt_service_seconds,
                                       opt_clock,          opt_first_tick};
    const auto reject = [&](const auto& options_of_other_mode, const char* right_mode) {
        for (const int which : options_of_other_mode) {
            if (seen[static_cast<std::size_t>(which)]) {
                throw BadInput(option_name(which) + " is valid only with --mode " +
                               right_mode);
            }
        }
    };
    if (mode == Mode::batch) {
        reject(realtime_only, "realtime");
    } else {
        reject(batch_only, "batch");
    }
}

/// The store's slots are chosen at random: 16 packets per TCP packet and three times the
/// number of slots fill nearly all. The counter visits every slot in turn.
std::uint64_t default_settle(const Settings& settings) {
    const Sizes sizes = settings.sizes();
    const std::uint64_t per_slot = settings.generator == GeneratorKind::counter ? 16 : 48;
    return sizes.queue + per_slot * sizes.stored;
}

}  // namespace

std::optional<Settings> parse_command_line(int argc, char* const* argv,
                                           const std::string& more_options) {
    Settings settings;
    Seen seen{};
    reset_getopt();
    // "+": stop at the first argument that is no option; ":": report a missing value as
    // such.
    for (int which = 0;
         (which = getopt_long(argc, argv, "+:", options.data(), nullptr)) != -1;) {
        if (which == ':') {
            throw BadInput("the value of " + quoted(argv[optind - 1]) + " is missing");
        }
        if (which == '?') {
            throw BadInput("unknown option " + quoted(argv[optind - 1]) +
                           "; valid: " + all_options(more_options));
        }
        const bool value_apart = optarg != nullptr && optarg == argv[optind - 1];
        reject_abbreviation(which, argv[value_apart ? optind - 2 : optind - 1]);
        if (which == opt_help) {
            return std::nullopt;
        }
        if (std::exchange(seen[static_cast<std::size_t>(which)], true)) {
            throw BadInput(option_name(which) + " is given twice");
        }
        apply(settings, which, optarg);
    }
    if (optind < argc) {
        throw BadInput("unexpected argument " + quoted(argv[optind]) +
                       "; valid: " + all_options(more_options));
    }

    require(seen, opt_case, all_names(case_names));
    require(seen, opt_strategy, all_names(strategy_names));
    require(seen, opt_mode, all_names(mode_names));
    require_mode(seen, settings.mode);
    if (settings.mode == Mode::realtime) {
        require(seen, opt_interval_ns,
                "nanoseconds, or several, with commas between them, or -");
    }
    if (!seen[opt_packets]) {
        settings.packets = 10'000'000 / settings.scale;
    }
    if (!seen[opt_settle]) {
        settings.settle = default_settle(settings);
    }
    return settings;
}

std::string help_text(const std::string& program) {
    return "usage: " + program +
           R"( --case A|B|C --strategy dummy|alloc|mix|pool --mode batch|realtime

A model of a network analyser: how long does a packet take, depending on where its memory
comes from?

  --case A|B|C               packets kept alive: few, many, nearly the whole pool
  --strategy NAME            dummy: one packet for all; alloc: new and delete;
                             pool: all allocated in advance; mix: a fifth of them
  --mode batch|realtime      as fast as possible, or one packet at each tick of a clock
  --generator counter|random what the packets' contents come from (counter)
  --scale 1|100              divide all sizes by this (1)
  --settle N                 packets to process before anything counts (fills queue and
                             store: 17 or, with random, 49 times their size)
  --format json|text         one JSON object a line, or lines to read (json)
  --help                     this text

batch:
  --packets N                packets per round (10000000 / scale)
  --warmup-rounds N          rounds that don't count (5)
  --rounds N                 rounds that count (10)
  --rounds -                 they come on standard input, a line each: PACKETS LIMIT_MS
  --round-limit-ms N         end a round after this time (0: no limit)

realtime:
  --interval-ns D[,D...]     time between packets; several are tried in turn
  --interval-ns -            what to try comes on standard input, a line each:
                             INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss]
                             (until-loss: end with the first packet lost)
  --seconds S                time to measure at each interval given (5)
  --warmup-seconds S         time at each interval before that (1)
  --service-seconds S        before all probes, packets as fast as possible, after a
                             warm-up as above: how long do they take? (0: no)
  --clock thread|counter     ticks come from a thread, through a queue, or are computed
                             from a counter by the one who takes them (thread)
  --first-tick N             number of the first tick, below 2^32 (0)

With strategy dummy the implementation cpp leaks what it parses, as the article's does:
about 150 bytes per packet. Keep the number of packets small.

Exit codes: 0, 1 after a failure, 2 for a wrong command line, 128 + N after signal N.
)";
}

}  // namespace allocpool
