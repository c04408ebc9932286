#pragma once

/// What is measured. Each function reports its results, and what this machine does not
/// have; it returns early when a signal came.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench_report.hpp"

namespace allocpool::limits {

struct Plan {
    double seconds;          ///< of measuring, for all results of a measure together
    std::size_t most_bytes;  ///< of memory to measure in

    /// Of one of `points` results, at least 1.
    std::uint64_t milliseconds_each(std::size_t points) const;
};

/// Latency: ns for a load that waits for the one before, by the bytes that the loads go
/// over at random, a cache line each. Metric `chase`.
void measure_chase(const Plan& plan, BenchReport& report);

/// The same with a line in each page of 4 KB, by the number of pages: where the processor
/// runs out of translations. Metric `tlb`.
void measure_tlb(const Plan& plan, BenchReport& report);

/// GB/s (of 10^9 bytes) that a program reads, writes, writes past the caches, or copies
/// (where a byte counts twice), by the level that holds the array, with one thread and
/// with one for each processor. Metrics `read`, `write`, `write_streaming`, `copy`.
void measure_bandwidth(const Plan& plan, BenchReport& report);

/// What a packet must cost at least: ns to read and write the first line of a slot, in the
/// order in which an analyser comes to them, when that order is known in advance. By case
/// and generator; the best of several prefetch distances is reported. Metric `line`.
void measure_lines(const Plan& plan, BenchReport& report);

/// Whether the processor looks at values that lie open, and fetches what they point to: ns
/// for a line whose name can be read only when the line before has come, though the names
/// lie in an array, one behind the other. By what the names are: addresses, the same
/// words in disguise, or numbers of 32 bits. Metric `named`.
void measure_named_lines(const Plan& plan, BenchReport& report);

/// Which counters the machine gives to a program, each with what it counts for a load of
/// a chase; or what they count while a program runs, which then prints to nowhere. A
/// metric for each counter.
/// @param command the program's path and arguments; or nothing
/// @throws std::runtime_error when the program fails
void measure_counters(const Plan& plan, const std::vector<std::string>& command,
                      BenchReport& report);

}  // namespace allocpool::limits
