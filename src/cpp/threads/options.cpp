#include "options.hpp"

#if defined(__linux__)
#include <sched.h>
#endif

#include <algorithm>
#include <set>
#include <string_view>
#include <thread>

#include "counts.hpp"
#include "values.hpp"

namespace allocpool::threads {
namespace {

constexpr std::uint64_t largest_ring = 1U << 20U;
constexpr std::uint64_t largest_group = 1U << 10U;

constexpr const char* help = R"(usage: threads-bench --contestant NAME [options]

The network analyser with its source and its processors in several threads: what does it
cost to pass packets on, and to get their memory back? Prints a JSON object a line.

  --list                     print the contestants' names, one a line:
      one-thread                  source and processor take turns: the baseline
      two-threads-handback        a thread each; the source has the pool, and the
                                  processor hands packets back through a ring
      two-threads-shared-mutex    one pool for both threads, under a mutex,
      two-threads-shared-spin     under a spin lock,
      two-threads-shared-lockfree or without a lock
      two-threads-mempool         as in DPDK: a ring for both threads, and a cache of
                                  --group packets for each of them before it
      two-threads-fill-ring       as in AF_XDP: the processor has the pool, and fills a
                                  ring from which the source takes
      one-thread-malloc           no pool: each packet is allocated and deleted, by
      two-threads-malloc          the same thread, or deleted by the processor's
      N-processors-handback       the source deals packets to several processors, each
                                  with a part of queue and store, and rings of its own
      N-processors-shared         the same, and one pool for all, without a lock
      false-sharing               N-processors-handback, with the threads' counts of
                                  packets side by side
      false-sharing-removed       the same, each count on a cache line of its own (as all
                                  other contestants have it)
  --case A|B|C               packets kept alive: few, many, nearly all (A)
  --mode batch|realtime      as fast as possible, or one packet at each tick of a clock:
                             the smallest interval without a loss, and what is lost at
                             1000 ns (batch)
  --generator counter|random what the packets' contents come from (counter). With counter,
                             every TCP packet has a number that is a multiple of 16: two
                             or four processors do not get equal shares of them
  --clock thread|counter     in real time, ticks come from a thread, which takes a core,
                             or are computed by the source (counter)
  --scale 1|100              divide all sizes by this (1)
  --seconds S                time to measure, after queue and store are full (2)
  --processors N             where the name says N, 1 to 64 (the cores but one)
  --group N                  packets that a thread sends together, 1 to 1024; fewer when
                             it has nothing else to do (32)
  --ring N                   packets that a ring between two threads holds, 1 to 1048576
                             (1024)
  --help                     this text

Each run is checked: every packet has one owner at the end, and the digest is the one that
the packets must have. With one processor it is the digest of the analysers.

Exit codes: 0, 1 after a failure, 2 for a wrong command line, 128 + N after signal N.)";

template <class Enum, std::size_t N>
std::string all_names(const std::array<Named<Enum>, N>& names,
                      const char* between = ", ") {
    std::string list;
    for (const auto& named : names) {
        list += (list.empty() ? "" : between) + std::string{named.name};
    }
    return list;
}

template <class Enum, std::size_t N>
Enum choice(const std::string& name, const std::string& text,
            const std::array<Named<Enum>, N>& names) {
    for (const auto& named : names) {
        if (named.name == text) {
            return named.value;
        }
    }
    throw BadInput(name + ": " + quoted(text) + " is not one of " + all_names(names));
}

/// An option with a value.
struct Option {
    std::string_view name;
    void (*apply)(Options& options, const std::string& name, const std::string& text);
};

constexpr std::array<Option, 10> known{{
    {"--contestant",
     [](Options& options, const std::string& name, const std::string& text) {
         options.contestant = choice(name, text, contestant_names);
     }},
    {"--case",
     [](Options& options, const std::string& name, const std::string& text) {
         options.which = choice(name, text, case_names);
     }},
    {"--mode",
     [](Options& options, const std::string& name, const std::string& text) {
         options.mode = choice(name, text, mode_names);
     }},
    {"--generator",
     [](Options& options, const std::string& name, const std::string& text) {
         options.generator = choice(name, text, generator_names);
     }},
    {"--clock",
     [](Options& options, const std::string& name, const std::string& text) {
         options.clock = choice(name, text, clock_names);
     }},
    {"--scale",
     [](Options& options, const std::string& name, const std::string& text) {
         if (text != "1" && text != "100") {
             throw BadInput(name + ": " + quoted(text) + " is not one of 1, 100");
         }
         options.scale = whole_number(name, text, 1, 100);
     }},
    {"--seconds",
     [](Options& options, const std::string& name, const std::string& text) {
         options.seconds = seconds_above_zero(name, text);
     }},
    {"--processors",
     [](Options& options, const std::string& name, const std::string& text) {
         options.shape.processors = whole_number(name, text, 1, most_processors);
     }},
    {"--group",
     [](Options& options, const std::string& name, const std::string& text) {
         options.shape.group = whole_number(name, text, 1, largest_group);
     }},
    {"--ring",
     [](Options& options, const std::string& name, const std::string& text) {
         options.shape.ring = whole_number(name, text, 1, largest_ring);
     }},
}};

const Option& option_named(const std::string& name) {
    std::string valid = "--help, --list";
    for (const Option& option : known) {
        if (option.name == name) {
            return option;
        }
        valid += ", " + std::string{option.name};
    }
    throw BadInput("unknown option " + quoted(name) + "; valid: " + valid);
}

}  // namespace

std::size_t cores() {
#if defined(__linux__)
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0) {
        return static_cast<std::size_t>(std::max(1, CPU_COUNT(&allowed)));
    }
#endif
    return std::max(1U, std::thread::hardware_concurrency());
}

Request parse_options(int argc, const char* const* argv) {
    Request request;
    std::set<std::string> given;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        if (argument == "--help") {
            request.text = help;
            return request;
        }
        if (argument == "--list") {
            request.text = all_names(contestant_names, "\n");
            return request;
        }
        const Option& option = option_named(name);
        if (!given.insert(name).second) {
            throw BadInput(name + " is given twice");
        }
        if (equals != std::string::npos) {
            option.apply(request.options, name, argument.substr(equals + 1));
        } else if (++i < argc) {
            option.apply(request.options, name, argv[i]);
        } else {
            throw BadInput("the value of " + quoted(name) + " is missing");
        }
    }

    Options& options = request.options;
    if (!given.contains("--contestant")) {
        throw BadInput("--contestant is missing; valid: " + all_names(contestant_names));
    }
    if (!has_many_processors(options.contestant)) {
        if (given.contains("--processors")) {
            throw BadInput("--processors is not for contestant " +
                           quoted(name_of(options.contestant, contestant_names)) +
                           ", which has one");
        }
    } else if (!given.contains("--processors")) {
        options.shape.processors =
            std::clamp<std::size_t>(cores() - 1, 1, most_processors);
    }
    if (options.mode == Mode::batch && given.contains("--clock")) {
        throw BadInput("--clock is only for --mode realtime");
    }
    return request;
}

}  // namespace allocpool::threads
