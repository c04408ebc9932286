#include "clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <thread>

#include "tick_rate.hpp"

namespace allocpool {
namespace {

using namespace std::chrono_literals;

TEST(TickRate, ConvertsExactlyWithoutOverflow) {
    const TickRate three_gigahertz{3'000'000'000U};
    EXPECT_EQ(three_gigahertz.to_nanos(3), 1U);
    EXPECT_EQ(three_gigahertz.to_ticks(1), 3U);
    EXPECT_EQ(three_gigahertz.to_nanos(2), 0U) << "rounded down";
    // 100 years: a plain product would overflow after six seconds.
    constexpr std::uint64_t century = 3'155'760'000U;
    EXPECT_EQ(three_gigahertz.to_nanos(century * 3'000'000'000U),
              century * 1'000'000'000U);
    EXPECT_EQ(three_gigahertz.to_ticks(century * 1'000'000'000U),
              century * 3'000'000'000U);
}

TEST(TickRate, IsExactAtTheEdgesOfItsRange) {
    const TickRate fastest{TickRate::max_hertz};
    EXPECT_EQ(fastest.to_nanos(TickRate::max_hertz - 1), 999'999'999U);
    EXPECT_EQ(fastest.to_ticks(999'999'999U), 17'999'999'982U);
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(TickRate{1'000'000'000U}.to_nanos(most), most);
    EXPECT_EQ(TickRate{1'000'000'000U}.to_ticks(most), most);
    EXPECT_EQ(TickRate{1}.to_nanos(18'446'744'073U), 18'446'744'073'000'000'000U);
}

TEST(TickRate, RejectsImpossibleRates) {
    EXPECT_THROW(TickRate{0}, std::invalid_argument);
    EXPECT_THROW(TickRate{TickRate::max_hertz + 1}, std::invalid_argument);
}

/// True if both clocks measure the same duration. An interrupt between their readings can
/// only spoil one attempt.
bool keeps_time(const Clock& clock) {
    for (int attempt = 0; attempt < 10; ++attempt) {
        const auto steady_start = std::chrono::steady_clock::now();
        const std::uint64_t start = clock.now();
        std::this_thread::sleep_for(20ms);
        const std::uint64_t end = clock.now();
        const std::chrono::nanoseconds steady =
            std::chrono::steady_clock::now() - steady_start;
        const auto own = static_cast<double>(clock.rate().to_nanos(end - start));
        if (std::abs(own / static_cast<double>(steady.count()) - 1) < 0.001) {
            return true;
        }
    }
    return false;
}

TEST(Clock, KeepsTheTimeOfTheSteadyClock) {
    EXPECT_TRUE(keeps_time(Clock::system()));
}

TEST(Clock, FallbackKeepsTimeToo) {
    const Clock clock = Clock::steady();
    EXPECT_EQ(clock.source(), Clock::Source::steady_clock);
    EXPECT_EQ(clock.rate().hertz(), 1'000'000'000U);
    EXPECT_TRUE(keeps_time(clock));
}

TEST(Clock, CalibratesQuicklyAndKnowsItsUncertainty) {
    const auto start = std::chrono::steady_clock::now();
    const Clock clock = Clock::calibrated(20ms);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 1s);
    EXPECT_GE(clock.uncertainty_ppm(), 0);
    EXPECT_LT(clock.uncertainty_ppm(), 1000);
}

TEST(Clock, IsTheCounterWhereThatIsUsable) {
    if (!counter::usable()) {
        EXPECT_EQ(Clock::calibrated(20ms).source(), Clock::Source::steady_clock);
        return;
    }
    // A disturbed calibration falls back, but not every calibration is disturbed.
    bool found = false;
    for (int attempt = 0; attempt < 5 && !found; ++attempt) {
        found = Clock::calibrated(20ms).source() == Clock::Source::counter;
    }
    EXPECT_TRUE(found);
}

}  // namespace
}  // namespace allocpool
