#pragma once

#include <string>
#include <vector>

#include "queue_bench/options.hpp"
#include "queue_bench/report.hpp"

namespace allocpool::queue_bench {

/// The names of all queues, also of those that this program was built without.
std::vector<std::string> contestant_names();

/// Measures what the options ask for and reports it. Ends early, without a report of what
/// was under way, when a signal came.
/// @throws std::runtime_error when the queue does not keep its promises
/// @throws std::invalid_argument when it can't have the capacity
void run_contestant(const Options& options, const Report& report);

}  // namespace allocpool::queue_bench
