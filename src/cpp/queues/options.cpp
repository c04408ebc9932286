#include "queue_bench/options.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

#include "values.hpp"

namespace allocpool::queue_bench {
namespace {

constexpr const char* all_options =
    "--queue, --measure, --capacity, --seconds, --list, --help";

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

std::string checked_queue(const std::string& text,
                          const std::vector<std::string>& queues) {
    if (std::find(queues.begin(), queues.end(), text) == queues.end()) {
        throw BadInput("--queue: " + quoted(text) + " is not one of " + joined(queues));
    }
    return text;
}

Measure measure_of(std::string_view text) {
    std::vector<std::string> names;
    for (const NamedMeasure& named : measure_names) {
        if (named.name == text) {
            return named.value;
        }
        names.emplace_back(named.name);
    }
    throw BadInput("--measure: " + quoted(text) + " is not one of " + joined(names));
}

std::vector<Measure> all_measures() {
    std::vector<Measure> all;
    for (const NamedMeasure& named : measure_names) {
        all.push_back(named.value);
    }
    return all;
}

std::vector<Measure> measures(std::string_view text) {
    std::vector<Measure> list;
    for (;;) {
        const std::size_t comma = text.find(',');
        list.push_back(measure_of(text.substr(0, comma)));
        if (comma == std::string_view::npos) {
            return list;
        }
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

Options parse_options(int argc, const char* const* argv,
                      const std::vector<std::string>& queues) {
    Options options;
    std::set<std::string> seen;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--help" || name == "--list") {
            options.task = name == "--help" ? Options::Task::help : Options::Task::list;
            return options;
        }
        if (name != "--queue" && name != "--measure" && name != "--capacity" &&
            name != "--seconds") {
            throw BadInput("unknown option " + quoted(name) + "; valid: " + all_options);
        }
        if (!seen.insert(name).second) {
            throw BadInput(name + " is given twice");
        }
        if (++i == argc) {
            throw BadInput("the value of " + name + " is missing");
        }
        const std::string value = argv[i];
        if (name == "--queue") {
            options.queue = checked_queue(value, queues);
        } else if (name == "--measure") {
            options.measures = measures(value);
        } else if (name == "--capacity") {
            options.capacity = static_cast<std::int64_t>(
                whole_number(name, value, 1, Options::max_capacity));
        } else {
            options.seconds = seconds_above_zero(name, value);
        }
    }
    if (options.queue.empty()) {
        throw BadInput("--queue is missing; valid: " + joined(queues));
    }
    if (options.measures.empty()) {
        options.measures = all_measures();
    }
    return options;
}

std::string help_text() {
    return R"(usage: queue-bench --queue NAME [--measure NAME[,NAME...]] [--capacity N]
                   [--seconds S]

What a queue between two threads costs when it carries the ticks of a clock.

  --queue NAME        the queue; --list tells which there are
  --measure NAME,...  what to measure (all of these, in this order):
      write           ns for a number in the producer, one and 64 at a time, while a
                      consumer takes them
      consume         ns for a number in the consumer, when they are there already
      interval        the smallest interval between ticks at which none is lost
      throughput      ns for a number from end to end, both sides as fast as they can
      size            how many ticks a look finds, at an interval of 100 and of 1000 ns
      round-trip      how long a number takes to another thread and back
      line            without a queue: what a line takes to another core, spread over
                      the numbers that it has room for
  --capacity N        room in the queue, in ticks, 1 to 67108864 (65536; for the
                      interval, what bridges 20 ms)
  --seconds S         time for each measure (0.4)
  --list              the queues' names, a line each
  --help              this text

Output: one JSON object a line: start, results or what was skipped and why, end.
Exit codes: 0, 1 after a failure, 2 for a wrong command line, 128 + N after signal N.
)";
}

}  // namespace allocpool::queue_bench
