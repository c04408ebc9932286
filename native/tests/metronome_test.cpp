#include "metronome.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>

#include "units.hpp"

namespace allocpool {
namespace {

TEST(Metronome, TicksAreDueAtMultiplesOfTheInterval) {
    Metronome metronome{TickRate{1'000'000'000}, 10 * nanosecond, 1000};
    EXPECT_EQ(metronome.due(1000), 0U);
    EXPECT_EQ(metronome.due(1009), 0U);
    EXPECT_EQ(metronome.due(1010), 1U);
    EXPECT_EQ(metronome.due(1010), 0U);
    EXPECT_EQ(metronome.due(1019), 0U);
    EXPECT_EQ(metronome.due(1020), 1U);
}

TEST(Metronome, AStallMakesABurstOfEveryTickThatIsDue) {
    Metronome metronome{TickRate{1'000'000'000}, 10 * nanosecond, 0};
    EXPECT_EQ(metronome.due(1'000'005), 100'000U);
    EXPECT_EQ(metronome.due(1'000'009), 0U);
    EXPECT_EQ(metronome.due(1'000'010), 1U);
}

TEST(Metronome, FractionsOfACounterTickAddUpExactly) {
    // 24 MHz: an interval of 10 ns is 0.24 ticks of the counter.
    Metronome slow{TickRate{24'000'000}, 10 * nanosecond, 7};
    std::uint64_t total = 0;
    for (std::uint64_t now = 7; now <= 7 + 24'000'000; ++now) {
        total += slow.due(now);
    }
    EXPECT_NEAR(static_cast<double>(total), 1e8, 1e8 * 4e-6) << "the stated rounding";

    // 2.1 GHz and 15 ns: 31.5 ticks, which 2^-20 represents exactly.
    Metronome fast{TickRate{2'100'000'000}, 15 * nanosecond, 0};
    EXPECT_EQ(fast.due(31), 0U);
    EXPECT_EQ(fast.due(32), 1U);
    EXPECT_EQ(fast.due(62), 0U);
    EXPECT_EQ(fast.due(63), 1U);
    EXPECT_EQ(fast.due(63 + 2'100'000'000), 66'666'666U);
}

TEST(Metronome, CatchesUpAfterAVeryLongSleepWithoutOverflow) {
    Metronome metronome{TickRate{5'000'000'000}, 1'000'000 * nanosecond, 0};
    constexpr std::uint64_t ten_hours = 36'000ULL * 5'000'000'000ULL;
    std::uint64_t total = 0;
    for (int turn = 0; turn < 100; ++turn) {
        total += metronome.due(ten_hours);
    }
    EXPECT_EQ(total, 36'000'000U);
}

TEST(Metronome, ACounterThatStepsBackOrWrapsIsHarmless) {
    Metronome back{TickRate{1'000'000'000}, 10 * nanosecond, 1000};
    EXPECT_EQ(back.due(900), 0U);
    EXPECT_EQ(back.due(1010), 1U);

    const std::uint64_t start = std::numeric_limits<std::uint64_t>::max() - 4;
    Metronome wrapping{TickRate{1'000'000'000}, 10 * nanosecond, start};
    EXPECT_EQ(wrapping.due(start + 9), 0U);
    EXPECT_EQ(wrapping.due(start + 10), 1U);
}

TEST(Metronome, RejectsIntervalsOutOfRange) {
    const TickRate rate{1'000'000'000};
    for (const std::int64_t bad :
         {std::int64_t{0}, std::int64_t{-1}, Metronome::min_interval_ps - 1,
          Metronome::max_interval_ps + 1, std::numeric_limits<std::int64_t>::min(),
          std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_THROW(Metronome(rate, bad, 0), std::invalid_argument) << bad;
    }
    EXPECT_NO_THROW(Metronome(rate, Metronome::min_interval_ps, 0));
    EXPECT_NO_THROW(
        Metronome(TickRate{TickRate::max_hertz}, Metronome::max_interval_ps, 0));
    EXPECT_THROW(Metronome(TickRate{1}, Metronome::min_interval_ps, 0),
                 std::invalid_argument)
        << "less than 2^-20 of a tick";
}

}  // namespace
}  // namespace allocpool
