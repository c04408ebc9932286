#pragma once

/// The program's output: one JSON object a line, as all of the course's benchmarks print.
/// Every function throws std::system_error if the output can't be written.

#include "bench_report.hpp"
#include "options.hpp"
#include "outcome.hpp"

namespace allocpool::threads::events {

void start(const Options& options);

/// The events between the two.
inline constexpr BenchReport report{"threads", 6};

void end(const Outcome& outcome);

}  // namespace allocpool::threads::events
