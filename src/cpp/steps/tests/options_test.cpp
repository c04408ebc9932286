#include "options.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace {

using namespace allocpool::steps;

std::map<std::string, Option> read(std::initializer_list<const char*> words) {
    std::vector<const char*> argv{"program"};
    argv.insert(argv.end(), words);
    std::map<std::string, Option> options{{"--list", {1, 100, {7}, true}},
                                          {"--one", {0, 9, {3}, false}}};
    read_options(static_cast<int>(argv.size()), argv.data(), options);
    return options;
}

TEST(Options, HaveDefaults) {
    EXPECT_EQ(read({}).at("--list").value, (Numbers{7}));
    EXPECT_EQ(read({}).at("--one").value, (Numbers{3}));
}

TEST(Options, TakeNumbersAndLists) {
    EXPECT_EQ(read({"--list", "1,20,100"}).at("--list").value, (Numbers{1, 20, 100}));
    EXPECT_EQ(read({"--one", "0", "--list", "5"}).at("--one").value, (Numbers{0}));
}

TEST(Options, RefuseWhatIsNotTheirs) {
    using Words = std::initializer_list<const char*>;
    for (const Words& words :
         {Words{"--other", "1"}, Words{"1"}, Words{"--one"}, Words{"--one", ""},
          Words{"--one", "10"}, Words{"--one", "-1"}, Words{"--one", "1,2"},
          Words{"--one", "1x"}, Words{"--list", "0"}, Words{"--list", "1,"},
          Words{"--list", ",1"}, Words{"--list", "1,,2"}, Words{"--list", "101"},
          Words{"--list", "99999999999999999999999"},
          Words{"--one", "1", "--one", "2"}}) {
        EXPECT_THROW(read(words), OptionError) << *words.begin();
    }
}

}  // namespace
