#pragma once

#include <cstdint>

namespace driver {

/// 62-bit random numbers, unpredictable without the seed: SplitMix64, by Sebastiano
/// Vigna. The judge draws the same.
class Drawn {
  public:
    explicit Drawn(std::int64_t seed) noexcept
        : state_{static_cast<std::uint64_t>(seed)} {}

    std::uint64_t next() noexcept {
        std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
        mixed = (mixed ^ mixed >> 30U) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27U) * 0x94d049bb133111eb;
        return (mixed ^ mixed >> 31U) >> 2U;
    }

  private:
    std::uint64_t state_;
};

}  // namespace driver
