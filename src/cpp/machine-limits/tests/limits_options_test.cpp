#include "limits_options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "values.hpp"

namespace allocpool::limits {
namespace {

using Words = std::vector<const char*>;

LimitsOptions parse(Words words) {
    words.insert(words.begin(), "machine-limits");
    return parse_limits_options(static_cast<int>(words.size()), words.data());
}

/// @return the message; it must be one line
std::string error(const Words& words) {
    try {
        parse(words);
    } catch (const BadInput& error) {
        const std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos);
        return message;
    }
    return "no error";
}

TEST(LimitsOptions, HaveDefaults) {
    const LimitsOptions options = parse({});
    EXPECT_EQ(options.wish, LimitsOptions::Wish::measure);
    EXPECT_EQ(options.measures_text(), "chase,tlb,bandwidth,lines,names,counters");
    EXPECT_EQ(options.seconds, 2);
    EXPECT_EQ(options.most_bytes(), std::size_t{1100} << 20U);
    EXPECT_TRUE(options.command.empty());
}

TEST(LimitsOptions, TakeAllThatThereAre) {
    const LimitsOptions options = parse({"--measure=counters,chase", "--seconds", "0.5",
                                         "--most-mib", "16", "--", "true", "--list"});
    EXPECT_EQ(options.measures_text(), "counters,chase");
    EXPECT_EQ(options.seconds, 0.5);
    EXPECT_EQ(options.most_mib, 16U);
    EXPECT_EQ(options.command, (std::vector<std::string>{"true", "--list"}));
    EXPECT_EQ(parse({"--help"}).wish, LimitsOptions::Wish::help);
    EXPECT_EQ(parse({"--list"}).wish, LimitsOptions::Wish::list);
}

TEST(LimitsOptions, RefuseWhatIsNotValid) {
    const std::string names =
        " is not one of chase, tlb, bandwidth, lines, names, counters; "
        "several have commas between them";
    EXPECT_EQ(error({"--measure", "speed"}), "--measure: 'speed'" + names);
    EXPECT_EQ(error({"--measure"}), "--measure: ''" + names);
    EXPECT_EQ(error({"--measure", "tlb,"}), "--measure: ''" + names);
    EXPECT_EQ(error({"--measure", "tlb,tlb"}), "--measure: 'tlb' is there twice");
    EXPECT_EQ(error({"--seconds", "0"}),
              "--seconds: '0' is not a number of seconds above 0 and up to 86400");
    EXPECT_EQ(error({"--most-mib=0"}),
              "--most-mib: '0' is not a whole number from 1 to 1048576");
    EXPECT_EQ(error({"--seconds", "1", "--seconds=2"}), "--seconds is given twice");
    EXPECT_EQ(error({"fast"}),
              "unknown option 'fast'; valid: --measure, --seconds, --most-mib, --list, "
              "--help, --");
    EXPECT_EQ(error({"--"}), "--: a program to count in is missing");
    EXPECT_EQ(error({"--measure", "tlb", "--", "true"}),
              "a program behind -- is valid only with --measure counters");
}

TEST(LimitsOptions, AreInTheHelp) {
    const std::string help = limits_help_text();
    for (const char* text : {"--measure", "--seconds", "--most-mib", "--list", "--help",
                             "chase", "tlb", "bandwidth", "lines", "counters", "1100"}) {
        EXPECT_NE(help.find(text), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace allocpool::limits
