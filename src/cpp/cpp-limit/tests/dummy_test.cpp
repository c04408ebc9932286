#include <gtest/gtest.h>

#include "all_steps.hpp"
#include "limit_analyser.hpp"

namespace allocpool::cpp_limit {
namespace {

/// The only packet is parsed right after it is filled, so the newest number, not the
/// oldest, decides what is TCP: of 0 to 999, the multiples of 16 from the 101st on.
TEST(LimitDummy, ProcessesTheOnePacketAgainAndAgain) {
    for (const Steps& steps : all_steps()) {
        const auto analyser = make_analyser(
            steps, hundredth(Case::a, GeneratorKind::counter, StrategyKind::dummy));
        analyser->run(1000);
        EXPECT_EQ(analyser->processed(), 900U) << steps.text();
        EXPECT_EQ(analyser->tcp_count(), 56U) << steps.text();
    }
}

}  // namespace
}  // namespace allocpool::cpp_limit
