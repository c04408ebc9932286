#include "command_line.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace allocpool {
namespace {

std::optional<Settings> parse(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "analyser");
    std::vector<char*> argv;
    for (std::string& argument : arguments) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    return parse_command_line(static_cast<int>(arguments.size()), argv.data());
}

std::vector<std::string> with(std::vector<std::string> base,
                              const std::vector<std::string>& more) {
    base.insert(base.end(), more.begin(), more.end());
    return base;
}

const std::vector<std::string> batch_line{"--case", "A",      "--strategy",
                                          "pool",   "--mode", "batch"};
const std::vector<std::string> realtime_line{
    "--case", "B", "--strategy", "mix", "--mode", "realtime", "--interval-ns", "1000"};

TEST(CommandLine, HasDefaults) {
    const Settings s = parse(batch_line).value();
    EXPECT_EQ(s.which, Case::a);
    EXPECT_EQ(s.strategy, StrategyKind::pool);
    EXPECT_EQ(s.mode, Mode::batch);
    EXPECT_EQ(s.generator, GeneratorKind::counter);
    EXPECT_EQ(s.format, Format::json);
    EXPECT_EQ(s.scale, 1U);
    EXPECT_EQ(s.packets, 10'000'000U);
    EXPECT_EQ(s.warmup_rounds, 5U);
    EXPECT_EQ(s.rounds, 10U);
    EXPECT_EQ(s.round_limit.count(), 0);
    EXPECT_EQ(s.settle, 10'000U + 16 * 10'000);
    EXPECT_EQ(s.chunk(), 10'000U);
    EXPECT_EQ(s.sizes().pool, 1'000'000U);
}

TEST(CommandLine, ScalesItsDefaults) {
    const Settings s =
        parse(with(batch_line, {"--scale=100", "--generator", "random"})).value();
    EXPECT_EQ(s.packets, 100'000U);
    EXPECT_EQ(s.settle, 100U + 48 * 100);
    EXPECT_EQ(s.chunk(), 100U);
    EXPECT_EQ(s.progress_packets(), 10'000U);
    EXPECT_EQ(s.sizes().mix_pool, 2000U);
}

TEST(CommandLine, TakesEveryBatchOption) {
    const Settings s = parse(with(batch_line, {"--packets", "12", "--warmup-rounds", "0",
                                               "--rounds", "3", "--round-limit-ms", "250",
                                               "--settle", "0", "--format", "text"}))
                           .value();
    EXPECT_EQ(s.packets, 12U);
    EXPECT_EQ(s.warmup_rounds, 0U);
    EXPECT_EQ(s.rounds, 3U);
    EXPECT_EQ(s.round_limit.count(), 250);
    EXPECT_EQ(s.settle, 0U);
    EXPECT_EQ(s.format, Format::text);
}

TEST(CommandLine, TakesEveryRealtimeOption) {
    auto arguments = realtime_line;
    arguments.back() = "1000,12.5,60000000000,1.0004";
    const Settings s = parse(with(arguments, {"--seconds", "0.25", "--warmup-seconds=0",
                                              "--service-seconds", "1000000", "--clock",
                                              "counter", "--first-tick", "4294967295"}))
                           .value();
    EXPECT_EQ(s.intervals, (std::vector<Interval>{
                               {1'000'000}, {12'500}, {60'000'000'000'000}, {1000}}));
    EXPECT_FALSE(s.probes_on_input);
    EXPECT_EQ(s.service_seconds, 1e6);
    EXPECT_EQ(s.clock, ClockKind::counter);
    EXPECT_EQ(s.first_tick, 4'294'967'295U);
    EXPECT_EQ(s.seconds, 0.25);
    EXPECT_EQ(s.warmup_seconds, 0);
    const Settings defaults = parse(realtime_line).value();
    EXPECT_EQ(defaults.seconds, 5);
    EXPECT_EQ(defaults.warmup_seconds, 1);
    EXPECT_EQ(defaults.service_seconds, 0);
    EXPECT_EQ(defaults.clock, ClockKind::thread);
    EXPECT_EQ(defaults.first_tick, 0U);
}

TEST(CommandLine, AHyphenAsksForProbesOnTheInput) {
    auto arguments = realtime_line;
    arguments.back() = "-";
    const Settings s = parse(arguments).value();
    EXPECT_TRUE(s.probes_on_input);
    EXPECT_TRUE(s.intervals.empty());
}

TEST(CommandLine, HelpComesFirst) {
    EXPECT_FALSE(parse({"--help"}).has_value());
}

/// @return the message; it must be one line
std::string error(const std::vector<std::string>& arguments) {
    try {
        parse(arguments);
    } catch (const BadInput& error) {
        const std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos);
        return message;
    }
    return "no error";
}

TEST(CommandLine, NamesWhatIsMissing) {
    EXPECT_EQ(error({}), "--case is missing; valid: A, B, C");
    EXPECT_EQ(error({"--case", "A"}),
              "--strategy is missing; valid: dummy, alloc, mix, pool");
    EXPECT_EQ(error({"--case", "A", "--strategy", "pool"}),
              "--mode is missing; valid: batch, realtime");
    EXPECT_EQ(error({"--case", "A", "--strategy", "pool", "--mode", "realtime"}),
              "--interval-ns is missing; valid: nanoseconds, or several, with commas "
              "between them, or -");
    EXPECT_EQ(error({"--case"}), "the value of '--case' is missing");
}

TEST(CommandLine, NamesTheValidChoices) {
    EXPECT_EQ(error({"--case", "D"}), "--case: 'D' is not one of A, B, C");
    EXPECT_EQ(error({"--case", "a"}), "--case: 'a' is not one of A, B, C");
    EXPECT_EQ(error({"--case="}), "--case: '' is not one of A, B, C");
    EXPECT_EQ(error({"--strategy", "heap"}),
              "--strategy: 'heap' is not one of dummy, alloc, mix, pool");
    EXPECT_EQ(error({"--mode", "x"}), "--mode: 'x' is not one of batch, realtime");
    EXPECT_EQ(error({"--generator", "x"}),
              "--generator: 'x' is not one of counter, random");
    EXPECT_EQ(error({"--format", "xml"}), "--format: 'xml' is not one of json, text");
    for (const char* scale : {"0", "10", "0100", "-1", "1.0", ""}) {
        EXPECT_EQ(error({"--scale", scale}),
                  "--scale: '" + std::string{scale} + "' is not one of 1, 100");
    }
}

TEST(CommandLine, RejectsNumbersOutOfRange) {
    for (const char* bad :
         {"0", "-1", "+5", "1e6", "1.5", " 7", "7 ", "", "0x10", "abc", "1000000000001",
          "18446744073709551616", "99999999999999999999999999"}) {
        EXPECT_EQ(error(with(batch_line, {"--packets", bad})),
                  "--packets: '" + std::string{bad} +
                      "' is not a whole number from 1 to 1000000000000");
    }
    EXPECT_EQ(error(with(batch_line, {"--rounds", "0"})),
              "--rounds: '0' is not a whole number from 1 to 1000000");
    EXPECT_EQ(error(with(batch_line, {"--warmup-rounds", "-3"})),
              "--warmup-rounds: '-3' is not a whole number from 0 to 1000000");
    for (const char* bad : {"0", "-5", "10,", ",10", "10,,20", "", "10;20", "60000000001",
                            "10,99999999999999999999", "0.999", "-,10", "1e3"}) {
        EXPECT_NE(error({"--interval-ns", bad})
                      .find("is not a number of nanoseconds from 1 to 60000000000"),
                  std::string::npos)
            << bad;
    }
    for (const char* bad : {"0", "-1", "", ".", "1..2", "nan", "inf", "1e3", "86401"}) {
        EXPECT_NE(error(with(realtime_line, {"--seconds", bad}))
                      .find("is not a number of seconds"),
                  std::string::npos)
            << bad;
    }
}

TEST(CommandLine, RejectsClocksAndTicksThatThereAreNot) {
    EXPECT_EQ(
        error(with(realtime_line, {"--service-seconds", "1000001"})),
        "--service-seconds: '1000001' is not a number of seconds from 0 to 1000000");
    EXPECT_EQ(error(with(realtime_line, {"--clock", "sun"})),
              "--clock: 'sun' is not one of thread, counter");
    for (const char* bad : {"-1", "4294967296", "1.5", ""}) {
        EXPECT_EQ(error(with(realtime_line, {"--first-tick", bad})),
                  "--first-tick: '" + std::string{bad} +
                      "' is not a whole number from 0 to 4294967295");
    }
}

TEST(CommandLine, RejectsWhatItDoesNotKnow) {
    EXPECT_EQ(
        error({"--live-objects"}).rfind("unknown option '--live-objects'; valid: ", 0),
        0U);
    EXPECT_EQ(error({"-x"}).rfind("unknown option '-x'", 0), 0U);
    EXPECT_EQ(error({"--help=yes"}).rfind("unknown option '--help=yes'", 0), 0U);
    EXPECT_EQ(error({"--strat", "pool"}),
              "unknown option '--strat'; did you mean --strategy?");
    EXPECT_EQ(error({"--strat=pool"}),
              "unknown option '--strat=pool'; did you mean --strategy?");
    EXPECT_EQ(error({"A"}).rfind("unexpected argument 'A'", 0), 0U);
    EXPECT_EQ(error(with(batch_line, {"--", "1"})).rfind("unexpected argument '1'", 0),
              0U);
}

TEST(CommandLine, RejectsTwiceTheSame) {
    EXPECT_EQ(error({"--case", "A", "--case", "A"}), "--case is given twice");
}

TEST(CommandLine, RejectsOptionsOfTheOtherMode) {
    for (const std::vector<std::string>& option :
         std::vector<std::vector<std::string>>{{"--seconds", "1"},
                                               {"--interval-ns", "-"},
                                               {"--service-seconds", "0"},
                                               {"--clock", "thread"},
                                               {"--first-tick", "0"}}) {
        EXPECT_EQ(error(with(batch_line, option)),
                  option[0] + " is valid only with --mode realtime");
    }
    EXPECT_EQ(error(with(realtime_line, {"--packets", "1"})),
              "--packets is valid only with --mode batch");
}

TEST(CommandLine, HelpNamesEveryOption) {
    const std::string help = help_text("analyser-x");
    for (const char* name :
         {"--case", "--strategy", "--mode", "--generator", "--scale", "--settle",
          "--format", "--help", "--packets", "--warmup-rounds", "--rounds",
          "--round-limit-ms", "--interval-ns", "--seconds", "--warmup-seconds",
          "--service-seconds", "--clock", "--first-tick"}) {
        EXPECT_NE(help.find(name), std::string::npos) << name;
    }
}

}  // namespace
}  // namespace allocpool
