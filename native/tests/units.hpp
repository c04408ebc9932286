#pragma once

#include <cstdint>

namespace allocpool {

inline constexpr std::int64_t nanosecond = 1'000;  ///< in picoseconds, as ticks are paced

}  // namespace allocpool
