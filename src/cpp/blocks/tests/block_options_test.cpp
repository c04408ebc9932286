#include "block_options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "values.hpp"

namespace allocpool::blocks {
namespace {

Request parse(const std::vector<const char*>& arguments) {
    std::vector<const char*> argv{"blocks-bench"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return parse_options(static_cast<int>(argv.size()), argv.data());
}

TEST(BlockOptions, AllOfThem) {
    const Options options =
        parse({"--contestant", "two-threads-handback", "--block-bytes", "4096",
               "--largest-bytes", "8192", "--interval-ns", "900", "--seconds", "0.5",
               "--group", "9", "--ring", "3"})
            .options;
    EXPECT_EQ(options.largest_bytes, 8192U);
    EXPECT_EQ(options.interval_ns, 900U);
    EXPECT_EQ(options.contestant, Contestant::two_threads_handback);
    EXPECT_EQ(options.block_bytes, 4096U);
    EXPECT_EQ(options.seconds, 0.5);
    EXPECT_EQ(options.shape.group, 9U);
    EXPECT_EQ(options.shape.ring, 3U);
    EXPECT_EQ(options.threads(), 2U);
}

TEST(BlockOptions, ListAndHelpNameAllContestants) {
    const std::string list = parse({"--list"}).text.value();
    EXPECT_EQ(list,
              "one-thread-malloc\ntwo-threads-malloc\ntwo-threads-handback\n"
              "two-threads-slots");
    const std::string help = parse({"--help"}).text.value();
    for (const auto& named : contestant_names) {
        EXPECT_NE(help.find(named.name), std::string::npos) << named.name;
    }
}

TEST(BlockOptions, SayWhatIsWrongAndWhatIsValid) {
    struct Bad {
        std::vector<const char*> arguments;
        const char* message;
    };
    for (const Bad& bad : std::vector<Bad>{
             {{}, "--contestant is missing; valid: one-thread-malloc, two-"},
             {{"--contestant"}, "the value of '--contestant' is missing"},
             {{"--contestant", "five"}, "--contestant: 'five' is not one of one-thr"},
             {{"--speed", "9"}, "unknown option '--speed'; valid: --help, --"},
             {{"--ring", "9", "--ring", "9"}, "--ring is given twice"},
             {{"--ring", "0"}, "--ring: '0' is not "},
             {{"--group", "1025"}, "--group: '1025' is not "},
             {{"--seconds", "0"}, "--seconds: '0' is not "},
             {{"--block-bytes", "8"}, "--block-bytes: '8' is not "},
             {{"--contestant", "one-thread-malloc", "--largest-bytes", "32"},
              "--largest-bytes is less than --block-bytes"},
             {{"--interval-ns", "x"}, "--interval-ns: 'x' is not "},
             {{"--block-bytes", "40"}, "--block-bytes: '40' is not a multiple of 16"}}) {
        try {
            parse(bad.arguments);
            ADD_FAILURE() << bad.message;
        } catch (const BadInput& error) {
            EXPECT_EQ(std::string{error.what()}.rfind(bad.message, 0), 0U)
                << error.what();
        }
    }
}

}  // namespace
}  // namespace allocpool::blocks
