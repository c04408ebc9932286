#pragma once

#include <cstdint>

#include "clock.hpp"
#include "stop_signal.hpp"

namespace allocpool::queue_bench {

/// The end of a measurement: its time is up, or a signal came.
class Deadline {
  public:
    /// @param seconds from now on
    explicit Deadline(double seconds)
        : begin_{clock_.now()},
          ticks_{clock_.rate().to_ticks(static_cast<std::uint64_t>(seconds * 1e9))} {}

    bool passed() const noexcept { return passed(clock_.now()); }

    /// @param now a reading of the clock
    bool passed(std::uint64_t now) const noexcept {
        const auto elapsed = static_cast<std::int64_t>(now - begin_);
        return elapsed >= static_cast<std::int64_t>(ticks_) ||
               stop_signal::received() != 0;
    }

  private:
    const Clock& clock_ = Clock::system();
    std::uint64_t begin_;
    std::uint64_t ticks_;
};

/// A deadline for loops whose iterations take less time than reading the clock, which it
/// does only once in a while.
class LazyDeadline {
  public:
    explicit LazyDeadline(double seconds) : deadline_{seconds} {}

    bool passed() noexcept { return ++turns_ % 256 == 0 && deadline_.passed(); }

  private:
    Deadline deadline_;
    unsigned turns_ = 0;
};

}  // namespace allocpool::queue_bench
