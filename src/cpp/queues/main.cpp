/// Measures the cost of the clock queues: see --help.

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <thread>

#include "line_printer.hpp"
#include "queue_bench/contestants.hpp"
#include "queue_bench/options.hpp"
#include "queue_bench/report.hpp"
#include "stop_signal.hpp"
#include "values.hpp"

namespace {

using namespace allocpool;
using namespace allocpool::queue_bench;

int fail(const char* what, int code) {
    std::fprintf(stderr, "queue-bench: %s\n", what);
    return code;
}

void measure(const Options& options) {
    const Report report;
    const unsigned processors = std::thread::hardware_concurrency();
    report.start(options, processors);
    if (processors == 1) {
        report.skipped("", "two threads that spin need two processors, and here is one");
    } else {
        run_contestant(options, report);
    }
    if (stop_signal::received() == 0) {
        report.end();
    }
}

void run(const Options& options) {
    switch (options.task) {
        case Options::Task::help:
            print_line(help_text());
            break;
        case Options::Task::list:
            for (const std::string& name : contestant_names()) {
                print_line(name);
            }
            break;
        case Options::Task::measure:
            stop_signal::install();
            measure(options);
            break;
    }
}

}  // namespace

int main(int argc, char** argv) {
    int code = 0;
    try {
        run(parse_options(argc, argv, contestant_names()));
    } catch (const BadInput& error) {
        return fail(error.what(), 2);
    } catch (const std::bad_alloc&) {
        code = fail("out of memory; a smaller --capacity needs less", 1);
    } catch (const std::exception& error) {
        // A measure that a signal ends at once has no result, which is no failure.
        code = stop_signal::received() == 0 ? fail(error.what(), 1) : 1;
    }
    const int signal = stop_signal::received();
    return signal == 0 ? code : 128 + signal;
}
