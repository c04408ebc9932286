#include <optional>

#include "command_line.hpp"
#include "generator.hpp"
#include "guarded.hpp"
#include "line_printer.hpp"
#include "program.hpp"
#include "region_analyser.hpp"
#include "reporter.hpp"
#include "settings.hpp"
#include "stop_signal.hpp"
#include "values.hpp"

namespace {

using namespace allocpool;

constexpr const char* own_help_text = R"(
cpp-region has the strategy alloc alone: a new packet every time, in the region of its
batch.
)";

template <class Generator>
void run_with(const Settings& settings, Reporter& reporter) {
    cpp_region::RegionAnalyser<Generator> analyser{settings.sizes()};
    drive(analyser, settings, reporter);
}

void run(int argc, char** argv) {
    const std::optional<Settings> settings = parse_command_line(argc, argv);
    if (!settings) {
        print_line(help_text("analyser-cpp-region") + own_help_text);
        return;
    }
    if (settings->strategy != StrategyKind::alloc) {
        throw BadInput(
            "--strategy: " + quoted(name_of(settings->strategy, strategy_names)) +
            " is not alloc: cpp-region makes each packet anew, in a region");
    }
    stop_signal::install();
    const auto reporter = make_reporter(settings->format);
    reporter->start("cpp-region", *settings);
    if (settings->generator == GeneratorKind::counter) {
        run_with<CounterGenerator>(*settings, *reporter);
    } else {
        run_with<RandomGenerator>(*settings, *reporter);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return allocpool::guarded("analyser-cpp-region",
                              "a smaller --case or --scale 100 needs less",
                              [&] { run(argc, argv); });
}
