#pragma once

/// The measures. Each function reports its results, and anything that this machine does
/// not have; it returns early after a signal.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench_report.hpp"

namespace allocpool::limits {

struct Plan {
    double seconds;          ///< of measuring, for all of a measure's results together
    std::size_t most_bytes;  ///< of memory to measure in

    /// The time for one of `points` results, at least 1.
    std::uint64_t milliseconds_each(std::size_t points) const;
};

/// Latency: ns for a load that waits for the one before, by the size of the memory that
/// the loads visit at random, one cache line each. Metric `chase`.
void measure_chase(const Plan& plan, BenchReport& report);

/// The same with one line in each page of 4 KB, by the number of pages: shows where the
/// processor's TLBs are exhausted. Metric `tlb`.
void measure_tlb(const Plan& plan, BenchReport& report);

/// GB/s (of 10^9 bytes) that a program reads, writes, writes past the caches, or copies
/// (where a byte counts twice), by the level that holds the array, with one thread and
/// with one for each processor. Metrics `read`, `write`, `write_streaming`, `copy`.
void measure_bandwidth(const Plan& plan, BenchReport& report);

/// A lower bound of a packet's cost: ns to read and write the first line of a slot, in
/// the order in which an analyser visits them, when that order is known in advance. By
/// case and generator; the best of several prefetch distances is reported. Metric `line`.
void measure_lines(const Plan& plan, BenchReport& report);

/// Tests whether the processor examines values in memory and prefetches what they point
/// to: ns for a line whose name can't be read until the previous line has come, though
/// the names are contiguous in an array. By the kind of names: addresses, the same words
/// in disguise, or 32-bit numbers. Metric `named`.
void measure_named_lines(const Plan& plan, BenchReport& report);

/// The counters that the machine gives to a program, each with its count per load of a
/// chase; or their counts while a program runs, whose output is discarded. A metric for
/// each counter.
/// @param command the program's path and arguments; or nothing
/// @throws std::runtime_error if the program fails
void measure_counters(const Plan& plan, const std::vector<std::string>& command,
                      BenchReport& report);

}  // namespace allocpool::limits
