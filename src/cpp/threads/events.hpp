#pragma once

/// What the program prints: one JSON object a line, as all of the course's benchmarks do.
/// Every function throws std::system_error when the output can't be written.

#include <cstdint>
#include <string>

#include "options.hpp"
#include "outcome.hpp"

namespace allocpool::threads::events {

void start(const Options& options);

/// @param more further members of the object, each with a comma before it
void result(const std::string& metric, const std::string& unit, double value,
            std::uint64_t count, const std::string& more = "");

/// @param reason one line
void skipped(const std::string& metric, const std::string& reason);

void end(const Outcome& outcome);

}  // namespace allocpool::threads::events
