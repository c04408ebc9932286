#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "clock.hpp"
#include "queue_bench/contestant.hpp"

namespace allocpool::queue_bench {

/// Times of many equal pieces of work. Their median does not change if the system takes
/// the processor away during a few of them.
class Samples {
  public:
    /// @param operations the number in each piece of work
    explicit Samples(std::uint64_t operations) : operations_{operations} {}

    /// @param ticks the clock's ticks that one piece of work took
    void add(std::uint64_t ticks) { ticks_.push_back(ticks); }

    /// @throws std::runtime_error if there is no sample
    Cost cost() {
        if (ticks_.empty()) {
            throw std::runtime_error("the time was too short to measure anything");
        }
        const auto middle =
            ticks_.begin() + static_cast<std::ptrdiff_t>(ticks_.size() / 2);
        std::nth_element(ticks_.begin(), middle, ticks_.end());
        const double ns = static_cast<double>(*middle) * 1e9 /
                          static_cast<double>(Clock::system().rate().hertz());
        return {ns / static_cast<double>(operations_), operations_ * ticks_.size()};
    }

  private:
    std::uint64_t operations_;
    std::vector<std::uint64_t> ticks_;
};

}  // namespace allocpool::queue_bench
