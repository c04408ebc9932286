#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "queue_bench/options.hpp"

namespace allocpool::queue_bench {

/// A further member of a result: its key, and its value as JSON has it.
using Member = std::pair<std::string, std::string>;

/// Writes what was measured to standard output, one JSON object a line, at once. Every
/// function throws std::system_error when that is impossible.
class Report {
  public:
    /// @param processors how many the process may use
    void start(const Options& options, unsigned processors) const;

    /// @param count how many operations the value is the mean or the median of
    void result(const std::string& metric, const std::string& unit, double value,
                std::uint64_t count, const std::vector<Member>& members = {}) const;

    /// Percentiles of all samples, by nearest rank: each is a sample.
    void percentiles(const std::string& metric, const std::string& unit,
                     std::vector<double> samples) const;

    /// What this machine or this queue can't do.
    /// @param metric empty: nothing at all can be measured
    void skipped(const std::string& metric, const std::string& reason) const;

    void end() const;
};

/// The sample that `percent` of all are not above: the one of rank `percent` / 100 *
/// size, rounded up, but at least the first.
/// @param sorted upwards, not empty
/// @param percent from 0 to 100
double percentile(const std::vector<double>& sorted, double percent);

}  // namespace allocpool::queue_bench
