#pragma once

/// The processor's own counter: the cheapest clock there is, read by one instruction.
///
/// Every supported processor offers the same five functions; clock.hpp builds a clock on
/// them. There are two ways to read the counter, because a modern processor executes
/// instructions out of order, this one included:
///
/// - `read()` is the bare instruction. It may execute some tens of nanoseconds before or
///   after its place in the program. The clock thread uses it: ticks are computed from
///   the start, so the error never accumulates, and reading does not wait for the queue's
///   cache misses.
/// - `read_ordered()` fences the instruction on both sides, so that it executes exactly
///   in its place. It costs two to four times as much; calibration uses it.

#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace allocpool::counter {

#if defined(__x86_64__)

/// The name of the counter, for reports.
inline constexpr const char* name = "x86 time-stamp counter";

/// True if the counter runs at one constant rate in every power state ("invariant TSC",
/// CPUID leaf 0x80000007, EDX bit 8). Otherwise it measures work done, not time.
inline bool usable() noexcept {
    constexpr unsigned power_management_leaf = 0x80000007U;
    constexpr unsigned invariant_tsc = 1U << 8U;
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(power_management_leaf, &a, &b, &c, &d) != 0 &&
           (d & invariant_tsc) != 0;
}

/// The rate in Hz stated by the hardware; 0 if it must be measured. (CPUID leaf 0x15
/// states it on some Intel processors, on no AMD ones, and wrongly in some virtual
/// machines.)
inline std::uint64_t nominal_hertz() noexcept {
    return 0;
}

/// The counter, unordered: see above.
inline std::uint64_t read() noexcept {
    return __rdtsc();
}

/// The counter, ordered after everything before it and before everything after it: LFENCE
/// lets no later instruction start until all earlier ones are complete.
inline std::uint64_t read_ordered() noexcept {
    _mm_lfence();
    const std::uint64_t value = __rdtsc();
    _mm_lfence();
    return value;
}

/// Tells the processor that this is a waiting loop: it saves power, leaves the core to a
/// sibling thread, and avoids the penalty of leaving the loop on a mis-speculated load.
inline void relax() noexcept {
    _mm_pause();
}

#elif defined(__aarch64__)

inline constexpr const char* name = "AArch64 virtual counter";

/// The generic timer is part of the architecture and runs at a constant rate.
inline bool usable() noexcept {
    return true;
}

inline std::uint64_t nominal_hertz() noexcept {
    std::uint64_t value;
    asm volatile("mrs %0, cntfrq_el0" : "=r"(value));
    return value;
}

inline std::uint64_t read() noexcept {
    std::uint64_t value;
    asm volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
}

/// ISB empties the pipeline, so the counter can't be read early.
inline std::uint64_t read_ordered() noexcept {
    std::uint64_t value;
    asm volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(value) : : "memory");
    return value;
}

/// A hint that most cores ignore: it saves nothing there, and takes no time.
inline void relax() noexcept {
    asm volatile("yield");
}

#else

inline constexpr const char* name = "none";
inline bool usable() noexcept {
    return false;
}
inline std::uint64_t nominal_hertz() noexcept {
    return 0;
}
inline std::uint64_t read() noexcept {
    return 0;
}
inline std::uint64_t read_ordered() noexcept {
    return 0;
}
inline void relax() noexcept {}

#endif

}  // namespace allocpool::counter
