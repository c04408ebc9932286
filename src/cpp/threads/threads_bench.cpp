/// The network analyser in several threads: one contestant, measured once. See --help.

#include <cstddef>
#include <stdexcept>
#include <string>

#include "contestants.hpp"
#include "events.hpp"
#include "expected.hpp"
#include "generator.hpp"
#include "guarded.hpp"
#include "line_printer.hpp"
#include "measure.hpp"
#include "options.hpp"
#include "outcome.hpp"
#include "stop_signal.hpp"

namespace allocpool::threads {
namespace {

/// @throws std::runtime_error if the work was done wrongly
template <class Generator, class Analyser>
Outcome checked(Analyser& analyser, const Options& options) {
    analyser.close();
    const Outcome outcome = analyser.outcome();
    if (outcome !=
        expected<Generator>(options.sizes(), options.shape.processors, outcome.packets)) {
        throw std::runtime_error("wrong digest after " + std::to_string(outcome.packets) +
                                 " packets: they were not processed as they must be");
    }
    analyser.check_owners();
    return outcome;
}

template <class Generator>
void run(const Options& options) {
    with_contestant<Generator>(options, [&](auto& analyser) {
        measure(analyser, options);
        if (stop_signal::received() == 0) {
            events::end(checked<Generator>(analyser, options));
        }
    });
}

void run(int argc, char** argv) {
    const Request request = parse_options(argc, argv);
    if (request.text) {
        print_line(*request.text);
        return;
    }
    const Options& options = request.options;
    stop_signal::install();
    events::start(options);
    if (options.threads() > cores()) {
        events::report.skipped("parallel",
                               std::to_string(options.threads()) + " threads on " +
                                   std::to_string(cores()) +
                                   (cores() == 1 ? " core" : " cores") +
                                   ": they take turns, and the figures show that");
    }
    if (options.generator == GeneratorKind::counter) {
        run<CounterGenerator>(options);
    } else {
        run<RandomGenerator>(options);
    }
}

}  // namespace
}  // namespace allocpool::threads

int main(int argc, char** argv) {
    return allocpool::guarded("threads-bench", "--scale 100 needs less",
                              [&] { allocpool::threads::run(argc, argv); });
}
