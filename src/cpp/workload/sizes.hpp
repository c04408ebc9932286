#pragma once

/// The number of packets that each of the three cases keeps alive.

#include <cstddef>
#include <cstdint>

namespace allocpool {

/// Bytes of a packet's buffer.
inline constexpr std::size_t buffer_bytes = 1024;

/// How long the clock queue can hold incoming ticks, in milliseconds.
inline constexpr std::uint64_t max_capturing_delay_ms = 100;

/// The load: abnormally low, realistic, abnormally high.
enum class Case { a, b, c };

/// Numbers of packets.
struct Sizes {
    std::size_t pool;      ///< in the pool of strategy `pool`
    std::size_t mix_pool;  ///< in the pool of strategy `mix`
    std::size_t queue;     ///< waiting to be processed
    std::size_t stored;    ///< kept after processing
};

/// @param scale 1 or 100: all sizes are divided by it
Sizes sizes_of(Case which, std::size_t scale);

}  // namespace allocpool
