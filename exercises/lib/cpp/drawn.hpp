#pragma once

#include <cstdint>

namespace driver {

/// 62-bit random numbers, unpredictable without the seed. The judge draws the same.
///
/// Each is the sum of two numbers of SplitMix64, by Sebastiano Vigna. A single one could be
/// calculated backwards, to its state and so to all that follow; of a sum neither part is
/// known.
class Drawn {
  public:
    explicit Drawn(std::int64_t seed) noexcept
        : one_{static_cast<std::uint64_t>(seed)}, other_{mixed(~one_)} {}

    std::uint64_t next() noexcept {
        return (mixed(one_ += 0x9e3779b97f4a7c15) +
                mixed(other_ += 0xd1342543de82ef95)) >>
               2U;
    }

  private:
    static std::uint64_t mixed(std::uint64_t state) noexcept {
        state = (state ^ state >> 30U) * 0xbf58476d1ce4e5b9;
        state = (state ^ state >> 27U) * 0x94d049bb133111eb;
        return state ^ state >> 31U;
    }

    std::uint64_t one_;
    std::uint64_t other_;
};

}  // namespace driver
