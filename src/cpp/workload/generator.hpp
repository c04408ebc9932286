#pragma once

/// The source of the packets' contents: a counter in place of randomness, or a real
/// generator. Both give the same numbers in every implementation and language.

#include <cstdint>

namespace allocpool {

// --8<-- [start:mix64]
/// Scrambles 64 bits so that each bit of the result depends on every bit of `z`: the
/// output function of SplitMix64.
constexpr std::uint64_t mix64(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}
// --8<-- [end:mix64]

/// 0, 1, 2, ...
class CounterGenerator {
  public:
    static constexpr CounterGenerator for_source() noexcept { return {}; }
    static constexpr CounterGenerator for_store() noexcept { return {}; }

    constexpr std::uint64_t next() noexcept { return next_++; }

  private:
    std::uint64_t next_ = 0;
};

/// SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
class RandomGenerator {
  public:
    static constexpr RandomGenerator for_source() noexcept { return RandomGenerator{1}; }
    static constexpr RandomGenerator for_store() noexcept { return RandomGenerator{2}; }

    explicit constexpr RandomGenerator(std::uint64_t seed) noexcept : state_{seed} {}

    constexpr std::uint64_t next() noexcept {
        state_ += 0x9E3779B97F4A7C15U;
        return mix64(state_);
    }

  private:
    std::uint64_t state_;
};

}  // namespace allocpool
