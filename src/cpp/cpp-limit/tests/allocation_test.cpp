/// The analyser's allocations, counted by an `operator new` of our own.

#include <gtest/gtest.h>

#include "all_steps.hpp"
#include "counting_new.hpp"
#include "limit_analyser.hpp"

namespace allocpool::cpp_limit {
namespace {

TEST(LimitAllocations, ThereAreNoneWhileItRuns) {
    for (const StrategyKind strategy : {StrategyKind::dummy, StrategyKind::pool}) {
        for (const Steps& steps : all_steps()) {
            const auto analyser =
                make_analyser(steps, hundredth(Case::a, GeneratorKind::random, strategy));
            const Counts before = counts_so_far();
            analyser->run(20'000);
            const Counts after = counts_so_far();
            EXPECT_EQ(after.allocated, before.allocated) << steps.text();
            EXPECT_EQ(after.deallocated, before.deallocated) << steps.text();
        }
    }
}

TEST(LimitAllocations, AllIsGivenBack) {
    const Counts before = counts_so_far();
    make_analyser({}, hundredth(Case::a, GeneratorKind::counter))->run(5000);
    const Counts after = counts_so_far();
    EXPECT_EQ(after.allocated - before.allocated, after.deallocated - before.deallocated);
}

}  // namespace
}  // namespace allocpool::cpp_limit
