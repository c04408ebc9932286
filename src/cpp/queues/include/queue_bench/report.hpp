#pragma once

#include <string>
#include <vector>

#include "bench_report.hpp"
#include "queue_bench/options.hpp"

namespace allocpool::queue_bench {

/// Reports one queue's measures.
class Report : public BenchReport {
  public:
    constexpr Report() : BenchReport{"queue", 4} {}

    /// @param processors the number that the process may use
    void start(const Options& options, unsigned processors) const;

    /// Percentiles of all samples, by nearest rank: each is a sample.
    void percentiles(const std::string& metric, const std::string& unit,
                     std::vector<double> samples) const;
};

/// The percentile by nearest rank: the sample of rank `percent` / 100 * size, rounded up,
/// but at least the first.
/// @param sorted ascending, not empty
/// @param percent from 0 to 100
double percentile(const std::vector<double>& sorted, double percent);

}  // namespace allocpool::queue_bench
