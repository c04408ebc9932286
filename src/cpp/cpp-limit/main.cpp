#include <memory>
#include <optional>
#include <string>

#include "command_line.hpp"
#include "guarded.hpp"
#include "limit_analyser.hpp"
#include "line_printer.hpp"
#include "own_options.hpp"
#include "program.hpp"
#include "reporter.hpp"
#include "settings.hpp"
#include "stop_signal.hpp"

namespace {

using namespace allocpool;

void run(int argc, char** argv) {
    const cpp_limit::OwnOptions own = cpp_limit::take_own_options(argc, argv);
    std::optional<Settings> settings =
        parse_command_line(static_cast<int>(own.others.size()) - 1, own.others.data(),
                           cpp_limit::own_option_names);
    if (!settings) {
        print_line(help_text("analyser-cpp-limit") + cpp_limit::own_help_text);
        return;
    }
    stop_signal::install();
    const auto analyser = cpp_limit::make_analyser(own.steps, *settings);
    settings->variant = {
        {"steps", own.steps.text()},
        {"prefetch_distance", std::to_string(own.steps.distance())},
        {"huge_pages", std::string{name_of(analyser->huge_pages(), huge_pages_names)}}};
    const auto reporter = make_reporter(settings->format);
    reporter->start("cpp-limit", *settings);
    drive(*analyser, *settings, *reporter);
}

}  // namespace

int main(int argc, char** argv) {
    return allocpool::guarded("analyser-cpp-limit", "--scale 100 needs less",
                              [&] { run(argc, argv); });
}
