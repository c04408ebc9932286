#pragma once

/// Detects whether a thread was held up: a loss is then not the program's fault.

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "clock.hpp"

namespace allocpool::threads {

/// The longest time between two marks. Not safe for use by more than one thread.
class Watch {
  public:
    /// Time begins now.
    explicit Watch(const Clock& clock) : clock_{clock} {}

    void mark() noexcept {
        const std::uint64_t now = clock_.now();
        longest_ = std::max(longest_, static_cast<std::int64_t>(now - last_));
        last_ = now;
    }

    /// @param reset start a new measurement
    std::chrono::nanoseconds longest(bool reset) noexcept {
        const auto ticks = static_cast<std::uint64_t>(longest_);
        longest_ = reset ? 0 : longest_;
        return std::chrono::nanoseconds{clock_.rate().to_nanos(ticks)};
    }

  private:
    const Clock& clock_;
    std::uint64_t last_ = clock_.now();
    std::int64_t longest_ = 0;
};

/// An analyser that marks the end of each run. As a run in real time has a few hundred
/// packets at most, a long one shows that a thread had no core for a while: the source,
/// or a processor that the source had to wait for.
template <class Analyser>
class WatchedAnalyser {
  public:
    WatchedAnalyser(Analyser& analyser, Watch& watch)
        : analyser_{analyser}, watch_{watch} {}

    void run(std::uint64_t packets) {
        analyser_.run(packets);
        watch_.mark();
    }

  private:
    Analyser& analyser_;
    Watch& watch_;
};

/// Marks each taking of ticks; the longest stall is the clock's or the taker's.
/// @tparam Ticks QueueTicks or CounterTicks
template <class Ticks>
class WatchedTicks {
  public:
    using Batch = typename Ticks::Batch;

    WatchedTicks(Ticks& ticks, Watch& watch) : ticks_{ticks}, watch_{watch} {}

    Batch poll() {
        watch_.mark();
        return ticks_.poll();
    }

    void release() { ticks_.release(); }

    std::chrono::nanoseconds longest_stall(bool reset) {
        return std::max(ticks_.longest_stall(reset), watch_.longest(reset));
    }

  private:
    Ticks& ticks_;
    Watch& watch_;
};

}  // namespace allocpool::threads
