#pragma once

/// The clock and main() of the small measuring programs.

#include <time.h>  // clock_gettime: POSIX, not in <ctime>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <vector>

#include "options.hpp"

namespace allocpool::steps {

/// Keeps the compiler from removing or moving the computation of `value`.
template <class T>
inline void keep(T& value) {
    asm volatile("" : "+r"(value) : : "memory");
}

/// Nanoseconds during which this thread had a processor. Unlike wall-clock time, they do
/// not count other programs' work while it waits.
inline double processor_ns() {
    timespec time{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) {
        throw std::runtime_error(
            "this system has no clock for a thread's processor time");
    }
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Nanoseconds per operation, of `count` operations done by `work(count)`.
template <class Work>
double ns_each(std::uint64_t count, Work&& work) {
    const double start = processor_ns();
    work(count);
    return (processor_ns() - start) / static_cast<double>(count);
}

/// The median of an odd number of samples, and how often the work was done for it.
struct Measured {
    double ns;
    std::uint64_t count;
};

/// Takes five samples of `milliseconds` / 5 each, after an uncounted one that finds out
/// how many operations fit.
template <class Work>
Measured measure(std::uint64_t milliseconds, std::uint64_t first_count, Work&& work) {
    constexpr std::size_t samples = 5;
    const double ns = std::max(ns_each(first_count, work), 0.01);
    const double share = static_cast<double>(milliseconds) * 1e6 / samples;
    const auto count = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(share / ns));
    std::vector<double> taken;
    for (std::size_t i = 0; i < samples; ++i) {
        taken.push_back(ns_each(count, work));
    }
    std::sort(taken.begin(), taken.end());
    return {taken[samples / 2], count * samples};
}

/// Writes one line and flushes it.
/// @throws std::runtime_error if it can't be written
template <class... Values>
void print_record(const char* format, Values... values) {
    if (std::printf(format, values...) < 0 || std::fflush(stdout) != 0) {
        throw std::runtime_error("cannot write to standard output");
    }
}

/// Runs `body`, and turns an exception into one line on stderr.
/// @return the exit code: 0, 2 for a bad command line, 1 for any other failure
template <class Body>
int guarded(const char* name, Body&& body) {
    try {
        body();
        return 0;
    } catch (const OptionError& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
        return 2;
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "%s: out of memory; smaller numbers need less\n", name);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name, error.what());
    }
    return 1;
}

}  // namespace allocpool::steps
