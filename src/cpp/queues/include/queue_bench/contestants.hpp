#pragma once

#include <string>
#include <vector>

#include "queue_bench/options.hpp"
#include "queue_bench/report.hpp"

namespace allocpool::queue_bench {

/// The names of all queues, including those that this program was built without.
std::vector<std::string> contestant_names();

/// Measures and reports what the options ask for. Ends early after a signal, without a
/// report of the measure under way.
/// @throws std::runtime_error if the queue violates its contract
/// @throws std::invalid_argument if it can't have the capacity
void run_contestant(const Options& options, const Report& report);

}  // namespace allocpool::queue_bench
