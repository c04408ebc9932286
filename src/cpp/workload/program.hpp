#pragma once

/// The main program of every analyser, whatever its packets are made of.

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "analyser.hpp"
#include "batch.hpp"
#include "command_line.hpp"
#include "generator.hpp"
#include "line_printer.hpp"
#include "realtime.hpp"
#include "reporter.hpp"
#include "settings.hpp"
#include "stop_signal.hpp"
#include "strategies.hpp"
#include "values.hpp"

namespace allocpool {

/// Makes the analyser, runs it and reports its end.
template <class Packet, class Strategy, class Generator, class... StrategyArguments>
void run_analyser(const Settings& settings, Reporter& reporter,
                  StrategyArguments... strategy_arguments) {
    Analyser<Packet, Strategy, Generator> analyser{settings.sizes(),
                                                   strategy_arguments...};
    const std::uint64_t packets =
        settings.mode == Mode::batch
            ? run_batch(analyser, settings, reporter)
            : run_realtime(analyser, settings, reporter, STDIN_FILENO);
    std::optional<std::uint64_t> digest;
    if (settings.strategy != StrategyKind::dummy) {
        digest = analyser.digest();
    }
    reporter.end({packets, analyser.processed(), analyser.tcp_count(), digest});
}

// --8<-- [start:choose-strategy]
/// From a name on the command line to a type: from here on everything is known to the
/// compiler.
template <class Packet, class Generator>
void run_strategy(const Settings& settings, Reporter& reporter) {
    const Sizes sizes = settings.sizes();
    switch (settings.strategy) {
        case StrategyKind::dummy:
            return run_analyser<Packet, Dummy<Packet>, Generator>(settings, reporter);
        case StrategyKind::alloc:
            return run_analyser<Packet, Alloc<Packet>, Generator>(settings, reporter);
        case StrategyKind::mix:
            return run_analyser<Packet, Pool<Packet>, Generator>(settings, reporter,
                                                                 sizes.mix_pool);
        case StrategyKind::pool:
            return run_analyser<Packet, Pool<Packet>, Generator>(settings, reporter,
                                                                 sizes.pool);
    }
}
// --8<-- [end:choose-strategy]

/// Runs what the settings say.
template <class Packet>
void run(const Settings& settings, Reporter& reporter) {
    if (settings.generator == GeneratorKind::counter) {
        run_strategy<Packet, CounterGenerator>(settings, reporter);
    } else {
        run_strategy<Packet, RandomGenerator>(settings, reporter);
    }
}

/// The whole program.
/// @param implementation its name in reports; the program is called
/// analyser-<implementation>
/// @return the exit code: see --help
template <class Packet>
int program(const std::string& implementation, int argc, char** argv) {
    const std::string name = "analyser-" + implementation;
    const auto fail = [&](const char* what, int code) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), what);
        return code;
    };
    try {
        const std::optional<Settings> settings = parse_command_line(argc, argv);
        if (!settings) {
            print_line(help_text(name));
            return 0;
        }
        stop_signal::install();
        const auto reporter = make_reporter(settings->format);
        reporter->start(implementation, *settings);
        run<Packet>(*settings, *reporter);
        const int signal = stop_signal::received();
        return signal == 0 ? 0 : 128 + signal;
    } catch (const BadInput& error) {
        return fail(error.what(), 2);
    } catch (const std::bad_alloc&) {
        return fail("out of memory; a smaller --case or --scale 100 needs less", 1);
    } catch (const std::exception& error) {
        return fail(error.what(), 1);
    }
}

}  // namespace allocpool
