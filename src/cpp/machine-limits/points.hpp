#pragma once

/// The points of a curve.

#include <cstddef>
#include <functional>
#include <vector>

#include "bench_report.hpp"
#include "mapping.hpp"

namespace allocpool::limits {

/// Powers of two and the values half-way between them, in rising order.
/// @param least a power of two, at least 2
/// @param most no point exceeds it
std::vector<std::size_t> half_steps(std::size_t least, std::size_t most);

/// Calls `measure` with memory in small pages, then in huge ones; if the system refuses
/// those, reports that instead.
void in_both_pages(std::size_t bytes, BenchReport& report,
                   const std::function<void(std::byte*, Pages)>& measure);

}  // namespace allocpool::limits
