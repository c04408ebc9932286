#pragma once

/// The time of each single call to a supply, at a given pace.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "block_options.hpp"
#include "clock.hpp"

namespace allocpool::blocks {

/// The durations of one thread's calls, without the first ones. All memory is touched
/// before. For one thread at a time.
class Durations {
  public:
    Durations(std::size_t skipped, std::size_t most) : skipped_{skipped}, ticks_(most) {}

    /// Forgets what exceeds `most`.
    void note(std::uint64_t ticks) noexcept {
        if (calls_ >= skipped_ && calls_ - skipped_ < ticks_.size()) {
            constexpr std::uint64_t longest = std::numeric_limits<std::uint32_t>::max();
            ticks_[calls_ - skipped_] =
                static_cast<std::uint32_t>(std::min(ticks, longest));
        }
        ++calls_;
    }

    std::size_t count() const noexcept {
        return std::min(calls_ - std::min(calls_, skipped_), ticks_.size());
    }

    /// @param share from 0 to 1: this share of calls took at most the returned ticks
    /// Precondition: `count()` isn't 0.
    std::uint32_t percentile(double share) {
        const auto rank =
            static_cast<std::ptrdiff_t>(share * static_cast<double>(count()));
        const auto end = ticks_.begin() + static_cast<std::ptrdiff_t>(count());
        const auto found = std::min(ticks_.begin() + rank, end - 1);
        std::nth_element(ticks_.begin(), found, end);
        return *found;
    }

  private:
    std::size_t skipped_;
    std::size_t calls_ = 0;
    std::vector<std::uint32_t> ticks_;
};

/// A supply that gives out a block at each tick of a clock, and times its calls: those of
/// `acquire` by the source, and those of `release` by the receiver. A source that is late
/// does not wait. The reading of the clock is part of each time.
template <class Supply>
class Timed {
  public:
    /// Blocks that both threads handle before the measurement.
    static std::size_t warm_up(const Options& options) {
        return 2 * options.shape.ring + 10'000;
    }

    explicit Timed(const Options& options)
        : supply_{options},
          interval_{clock_.rate().to_ticks(options.interval_ns)},
          acquired_{warm_up(options), most(options)},
          released_{warm_up(options), most(options)} {}

    std::byte* operator[](typename Supply::Handle handle) const noexcept {
        return supply_[handle];
    }

    /// What `Supply` throws.
    bool acquire(typename Supply::Handle& handle, std::size_t bytes) {
        if (!waits_) {
            begun_ = await_tick();
        }
        waits_ = !supply_.acquire(handle, bytes);
        if (!waits_) {
            acquired_.note(clock_.now() - begun_);
        }
        return !waits_;
    }

    void release(typename Supply::Handle handle) noexcept {
        const std::uint64_t begun = clock_.now();
        supply_.release(handle);
        released_.note(clock_.now() - begun);
    }

    void collect() noexcept { supply_.collect(); }
    void flush() noexcept { supply_.flush(); }
    void check() { supply_.check(); }

    /// Only when all threads have ended.
    Durations& acquired() noexcept { return acquired_; }
    Durations& released() noexcept { return released_; }

  private:
    static std::size_t most(const Options& options) {
        const auto nanos = static_cast<std::size_t>(options.seconds * 1e9);
        return std::max<std::size_t>(nanos / options.interval_ns, 1);
    }

    /// @return the time
    std::uint64_t await_tick() noexcept {
        std::uint64_t now = clock_.now();
        due_ = due_ == 0 ? now : due_ + interval_;
        while (static_cast<std::int64_t>(now - due_) < 0) {
            counter::relax();
            now = clock_.now();
        }
        return now;
    }

    static constexpr std::size_t line = 64;

    const Clock& clock_ = Clock::system();
    Supply supply_;
    std::uint64_t interval_;
    std::uint64_t due_ = 0;
    std::uint64_t begun_ = 0;
    bool waits_ = false;
    alignas(line) Durations acquired_;  // the source's
    alignas(line) Durations released_;  // the receiver's
};

}  // namespace allocpool::blocks
