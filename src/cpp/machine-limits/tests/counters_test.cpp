#include "counters.hpp"

#include <gtest/gtest.h>

#include <string>

#include "held_program.hpp"
#include "mapping.hpp"

namespace allocpool::limits {
namespace {

/// The kernel counts page faults on every machine, if it allows access.
TEST(Counter, CountsFromItsStart) {
    try {
        Counter faults{Counted::page_faults};
        faults.start();
        const Mapping mapping{Mapping::huge_page_bytes, Pages::small};
        EXPECT_GT(faults.value(), 100);
    } catch (const NoCounter& error) {
        GTEST_SKIP() << error.what();
    }
}

TEST(Counter, CountsAProgramFromItsFirstInstruction) {
    HeldProgram program{{"true"}};
    try {
        Counter faults{Counted::page_faults, program.process()};
        program.run();
        EXPECT_GT(faults.value(), 10);
    } catch (const NoCounter& error) {
        GTEST_SKIP() << error.what();
    }
}

TEST(Counter, ThatThereIsNotSaysWhyInOneLine) {
    for (const Counted counted : all_counted) {
        EXPECT_STRNE(name_of(counted), "?");
        try {
            Counter{counted}.start();
        } catch (const NoCounter& error) {
            const std::string reason = error.what();
            EXPECT_FALSE(reason.empty());
            EXPECT_EQ(reason.find('\n'), std::string::npos);
        }
    }
}

}  // namespace
}  // namespace allocpool::limits
