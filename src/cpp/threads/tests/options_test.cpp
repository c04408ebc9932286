#include "options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "values.hpp"

namespace allocpool::threads {
namespace {

Request parse(const std::vector<const char*>& arguments) {
    std::vector<const char*> argv{"threads-bench"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return parse_options(static_cast<int>(argv.size()), argv.data());
}

TEST(ThreadsOptions, HaveDefaults) {
    const Options options = parse({"--contestant", "one-thread"}).options;
    EXPECT_EQ(options.contestant, Contestant::one_thread);
    EXPECT_EQ(options.which, Case::a);
    EXPECT_EQ(options.mode, Mode::batch);
    EXPECT_EQ(options.generator, GeneratorKind::counter);
    EXPECT_EQ(options.clock, ClockKind::counter);
    EXPECT_EQ(options.scale, 1U);
    EXPECT_EQ(options.seconds, 2);
    EXPECT_EQ(options.shape.processors, 1U);
    EXPECT_EQ(options.threads(), 1U);
    EXPECT_EQ(options.settle(), 10'000U + 16 * 10'000);
}

TEST(ThreadsOptions, AllOfThem) {
    const Options options =
        parse({"--contestant=N-processors-shared", "--case", "C", "--mode", "realtime",
               "--generator", "random", "--clock", "thread", "--scale", "100",
               "--seconds=0.5", "--processors", "7", "--group", "9", "--ring", "3"})
            .options;
    EXPECT_EQ(options.contestant, Contestant::n_processors_shared);
    EXPECT_EQ(options.which, Case::c);
    EXPECT_EQ(options.mode, Mode::realtime);
    EXPECT_EQ(options.generator, GeneratorKind::random);
    EXPECT_EQ(options.clock, ClockKind::thread);
    EXPECT_EQ(options.scale, 100U);
    EXPECT_EQ(options.seconds, 0.5);
    EXPECT_EQ(options.shape.processors, 7U);
    EXPECT_EQ(options.shape.group, 9U);
    EXPECT_EQ(options.shape.ring, 3U);
    EXPECT_EQ(options.threads(), 9U) << "the source's and the clock's too";
    EXPECT_EQ(options.settle(), 4950U + 48 * 4950);
}

TEST(ThreadsOptions, ManyProcessorsLeaveACoreToTheSource) {
    const Options options = parse({"--contestant", "false-sharing"}).options;
    EXPECT_EQ(options.shape.processors, std::clamp<std::size_t>(cores() - 1, 1, 64));
}

TEST(ThreadsOptions, ListAndHelpNameAllContestants) {
    const std::string list = parse({"--list"}).text.value();
    EXPECT_EQ(std::count(list.begin(), list.end(), '\n') + 1,
              static_cast<std::ptrdiff_t>(contestant_names.size()));
    EXPECT_EQ(list.rfind("one-thread\n", 0), 0U);
    const std::string help = parse({"--help"}).text.value();
    for (const auto& named : contestant_names) {
        EXPECT_NE(help.find(named.name), std::string::npos) << named.name;
    }
}

TEST(ThreadsOptions, SayWhatIsWrongAndWhatIsValid) {
    struct Bad {
        std::vector<const char*> arguments;
        const char* message;
    };
    for (const Bad& bad : std::vector<Bad>{
             {{}, "--contestant is missing; valid: one-thread, two-threads-handback, "},
             {{"--contestant"}, "the value of '--contestant' is missing"},
             {{"--contestant", "five"}, "--contestant: 'five' is not one of one-thr"},
             {{"--speed", "9"}, "unknown option '--speed'; valid: --help, --"},
             {{"nine"}, "unknown option 'nine'; valid: "},
             {{"--case", "A", "--case", "B"}, "--case is given twice"},
             {{"--case", "D"}, "--case: 'D' is not one of A, B, C"},
             {{"--scale", "10"}, "--scale: '10' is not one of 1, 100"},
             {{"--seconds", "0"}, "--seconds: '0' is not a number of seconds above 0"},
             {{"--seconds", "-1"}, "--seconds: '-1' is not"},
             {{"--processors", "65"}, "--processors: '65' is not a whole number from 1"},
             {{"--group", "0"}, "--group: '0' is not a whole number from 1 to 1024"},
             {{"--ring", "9999999"}, "--ring: '9999999' is not a whole number from 1 to"},
             {{"--contestant", "one-thread", "--processors", "2"},
              "--processors is not for contestant 'one-thread', which has one"},
             {{"--contestant", "one-thread", "--clock", "thread"},
              "--clock is only for --mode realtime"}}) {
        try {
            parse(bad.arguments);
            ADD_FAILURE() << "accepted: " << bad.message;
        } catch (const BadInput& error) {
            EXPECT_EQ(std::string{error.what()}.rfind(bad.message, 0), 0U)
                << error.what();
        }
    }
}

}  // namespace
}  // namespace allocpool::threads
