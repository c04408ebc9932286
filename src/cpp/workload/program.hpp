#pragma once

/// The main program of every analyser, for any type of packet.

#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>

#include "analyser.hpp"
#include "batch.hpp"
#include "command_line.hpp"
#include "generator.hpp"
#include "guarded.hpp"
#include "line_printer.hpp"
#include "realtime.hpp"
#include "reporter.hpp"
#include "settings.hpp"
#include "stop_signal.hpp"
#include "strategies.hpp"

namespace allocpool {

/// Runs an analyser in the mode that the settings choose, and reports its end.
///
/// @tparam AnyAnalyser has `run(packets)`, `processed()`, `tcp_count()` and `digest()`,
///         as Analyser does
template <class AnyAnalyser>
void drive(AnyAnalyser& analyser, const Settings& settings, Reporter& reporter) {
    const std::uint64_t packets =
        settings.mode == Mode::batch
            ? run_batch(analyser, settings, reporter, STDIN_FILENO)
            : run_realtime(analyser, settings, reporter, STDIN_FILENO);
    std::optional<std::uint64_t> digest;
    if (settings.strategy != StrategyKind::dummy) {
        digest = analyser.digest();
    }
    reporter.end({packets, analyser.processed(), analyser.tcp_count(), digest});
}

/// Makes the analyser and runs it.
template <class Packet, class Strategy, class Generator, class... StrategyArguments>
void run_analyser(const Settings& settings, Reporter& reporter,
                  StrategyArguments... strategy_arguments) {
    Analyser<Packet, Strategy, Generator> analyser{settings.sizes(),
                                                   strategy_arguments...};
    drive(analyser, settings, reporter);
}

// --8<-- [start:choose-strategy]
/// Turns a name on the command line into a type, so that the compiler knows everything
/// from here on.
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

/// Runs the analyser with the generator that the settings choose.
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
    return guarded(name, "a smaller --case or --scale 100 needs less", [&] {
        const std::optional<Settings> settings = parse_command_line(argc, argv);
        if (!settings) {
            print_line(help_text(name));
            return;
        }
        stop_signal::install();
        const auto reporter = make_reporter(settings->format);
        reporter->start(implementation, *settings);
        run<Packet>(*settings, *reporter);
    });
}

}  // namespace allocpool
