#include "own_options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "values.hpp"

namespace allocpool::cpp_limit {
namespace {

struct Taken {
    Steps steps;
    std::vector<std::string> others;
};

Taken take(std::vector<std::string> arguments) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) {
        argv.push_back(argument.data());
    }
    const OwnOptions own = take_own_options(static_cast<int>(argv.size()), argv.data());
    EXPECT_EQ(own.others.back(), nullptr);
    return {own.steps, {own.others.begin(), own.others.end() - 1}};
}

/// @return the message; it must be one line
std::string error(const std::vector<std::string>& arguments) {
    try {
        take(arguments);
    } catch (const BadInput& error) {
        const std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos);
        return message;
    }
    return "no error";
}

TEST(OwnOptions, AreAllStepsButHandlesByDefault) {
    const Taken taken = take({"analyser", "--case", "A"});
    EXPECT_EQ(taken.steps, Steps{});
    EXPECT_EQ(taken.steps.text(), "layout,ring,prefetch,pages");
    EXPECT_EQ(taken.steps.distance(), Steps::default_prefetch_distance);
    EXPECT_EQ(taken.others, (std::vector<std::string>{"analyser", "--case", "A"}));
}

TEST(OwnOptions, AreTakenFromAmongTheOthers) {
    const Taken taken = take({"analyser", "--case", "A", "--prefetch-distance", "64",
                              "--mode=batch", "--steps=prefetch,layout", "--help"});
    EXPECT_EQ(taken.steps.text(), "layout,prefetch");
    EXPECT_EQ(taken.steps.distance(), 64U);
    EXPECT_EQ(taken.steps.page_kind(), Pages::small);
    EXPECT_EQ(taken.others, (std::vector<std::string>{"analyser", "--case", "A",
                                                      "--mode=batch", "--help"}));
}

TEST(OwnOptions, LeaveOthersWithSimilarNamesAlone) {
    const std::vector<std::string> similar{"analyser", "--step", "--stepsize=3", "steps",
                                           "--prefetch"};
    EXPECT_EQ(take(similar).others, similar);
}

TEST(OwnOptions, RefuseWhatIsNotValid) {
    EXPECT_EQ(error({"a", "--steps"}), "the value of '--steps' is missing");
    EXPECT_EQ(error({"a", "--steps", "ring", "--steps=ring"}), "--steps is given twice");
    for (const char* bad : {"0", "65", "-1", "", "8x", "1e1"}) {
        EXPECT_EQ(error({"a", "--prefetch-distance", bad}),
                  "--prefetch-distance: '" + std::string{bad} +
                      "' is not a whole number from 1 to 64");
    }
    EXPECT_EQ(error({"a", "--steps", "ring", "--prefetch-distance", "8"}),
              "--prefetch-distance is valid only with the step prefetch");
}

TEST(OwnOptions, AreInTheHelp) {
    const std::string help = own_help_text;
    for (const char* text : {"--steps", "--prefetch-distance", "layout", "handles",
                             "ring", "prefetch", "pages", "none"}) {
        EXPECT_NE(help.find(text), std::string::npos) << text;
    }
    EXPECT_NE(help.find("1 to " + std::to_string(Steps::most_prefetch_distance) + " (" +
                        std::to_string(Steps::default_prefetch_distance) + ")"),
              std::string::npos);
}

}  // namespace
}  // namespace allocpool::cpp_limit
