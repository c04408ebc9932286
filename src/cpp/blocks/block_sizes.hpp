#pragma once

#include <cstddef>
#include <cstdint>

#include "block_options.hpp"

namespace allocpool::blocks {

/// The size of each block, by its number: always the same, or spread evenly over a range,
/// in no order that an allocator could learn. Immutable.
class BlockSizes {
  public:
    explicit BlockSizes(const Options& options)
        : smallest_{options.block_bytes},
          count_{(options.largest_bytes - smallest_) / unit + 1} {}

    /// @return bytes, a multiple of 16
    std::size_t operator()(std::uint64_t number) const noexcept {
        if (count_ == 1) {
            return smallest_;
        }
        constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;  // 2^64 / 1.618...: Knuth's
        return smallest_ + unit * ((number * golden >> 32U) % count_);
    }

  private:
    static constexpr std::size_t unit = 16;

    std::size_t smallest_;
    std::size_t count_;
};

}  // namespace allocpool::blocks
