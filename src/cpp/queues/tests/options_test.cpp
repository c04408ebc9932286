#include "queue_bench/options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "values.hpp"

namespace allocpool::queue_bench {
namespace {

Options parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "queue-bench");
    return parse_options(static_cast<int>(arguments.size()), arguments.data(),
                         {"run-ring", "dual-array"});
}

std::string complaint(const std::vector<const char*>& arguments) {
    try {
        parse(arguments);
    } catch (const BadInput& bad) {
        return bad.what();
    }
    return "none";
}

TEST(QueueBenchOptions, HaveDefaults) {
    const Options options = parse({"--queue", "run-ring"});
    EXPECT_EQ(options.task, Options::Task::measure);
    EXPECT_EQ(options.queue, "run-ring");
    EXPECT_EQ(options.measures.size(), measure_names.size());
    EXPECT_FALSE(options.capacity);
    EXPECT_EQ(options.capacity_or_default(), 65'536);
    EXPECT_EQ(options.seconds, 0.4);
}

TEST(QueueBenchOptions, AreRead) {
    const Options options =
        parse({"--seconds", "0.25", "--measure", "size,write,round-trip", "--capacity",
               "67108864", "--queue", "dual-array"});
    EXPECT_EQ(options.measures,
              (std::vector{Measure::size, Measure::write, Measure::round_trip}));
    EXPECT_EQ(options.capacity, 67'108'864);
    EXPECT_EQ(options.seconds, 0.25);
}

TEST(QueueBenchOptions, AskForHelpOrTheList) {
    EXPECT_EQ(parse({"--help"}).task, Options::Task::help);
    EXPECT_EQ(parse({"--list"}).task, Options::Task::list);
    EXPECT_FALSE(help_text().empty());
}

TEST(QueueBenchOptions, BadOnesAreRefusedWithWhatWouldBeValid) {
    EXPECT_EQ(complaint({}), "--queue is missing; valid: run-ring, dual-array");
    EXPECT_EQ(complaint({"--queue", "ring"}),
              "--queue: 'ring' is not one of run-ring, dual-array");
    EXPECT_EQ(complaint({"--measure", "write,all"}),
              "--measure: 'all' is not one of write, consume, interval, throughput, "
              "size, round-trip, line");
    EXPECT_EQ(complaint({"--measure", "write,"}).find("--measure: ''"), 0U);
    EXPECT_EQ(complaint({"--size", "3"}),
              "unknown option '--size'; valid: --queue, --measure, --capacity, "
              "--seconds, --list, --help");
    EXPECT_EQ(complaint({"--seconds"}), "the value of --seconds is missing");
    EXPECT_EQ(complaint({"--seconds", "1", "--seconds", "1"}),
              "--seconds is given twice");
    for (const char* bad : {"0", "-1", "67108865", "many", "", "1.5"}) {
        EXPECT_EQ(complaint({"--queue", "run-ring", "--capacity", bad}),
                  "--capacity: '" + std::string{bad} +
                      "' is not a whole number from 1 to 67108864");
    }
    for (const char* bad : {"0", "-1", "1e3", "inf", "86401"}) {
        EXPECT_EQ(complaint({"--queue", "run-ring", "--seconds", bad}),
                  "--seconds: '" + std::string{bad} +
                      "' is not a number of seconds above 0 and up to 86400");
    }
}

}  // namespace
}  // namespace allocpool::queue_bench
