#include "events.hpp"

#include <cinttypes>
#include <cstdint>

#include "line_printer.hpp"
#include "version.hpp"

namespace allocpool::threads::events {

void start(const Options& options) {
    JsonObject parameters;
    parameters.text("case", name_of(options.which, case_names))
        .text("mode", name_of(options.mode, mode_names))
        .text("generator", name_of(options.generator, generator_names));
    if (options.mode == Mode::realtime) {
        parameters.text("clock", name_of(options.clock, clock_names));
    }
    parameters.number("workload", std::uint64_t{workload_version})
        .number("scale", std::uint64_t{options.scale})
        .number("seconds", options.seconds, 6)
        .number("cores", std::uint64_t{cores()})
        .number("threads", std::uint64_t{options.threads()})
        .number("processors", std::uint64_t{options.shape.processors})
        .number("group", std::uint64_t{options.shape.group})
        .number("ring", std::uint64_t{options.shape.ring});
    report.start(name_of(options.contestant, contestant_names), parameters);
}

void end(const Outcome& outcome) {
    report.end(JsonObject{}
                   .number("packets", outcome.packets)
                   .number("processed", outcome.processed)
                   .number("tcp", outcome.tcp)
                   .text("digest", formatted("%016" PRIx64, outcome.digest)));
}

}  // namespace allocpool::threads::events
