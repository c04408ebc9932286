#pragma once

/// The output of a measuring program: one JSON object a line.

#include <cstdint>
#include <string_view>

#include "json_object.hpp"

namespace allocpool {

/// Writes each event to standard output, at once. Every function throws std::system_error
/// if it can't.
class BenchReport {
  public:
    /// @param bench the program's name in the start event; must outlive the report
    /// @param decimals the number for a result's value, 0 to 17
    constexpr BenchReport(std::string_view bench, int decimals)
        : bench_{bench}, decimals_{decimals} {}

    /// @param contestant the subject of this process's measurements
    void start(std::string_view contestant, const JsonObject& parameters) const;

    /// @param count the number of operations of which the value is the mean or median
    /// @param more further members of the event
    void result(std::string_view metric, std::string_view unit, double value,
                std::uint64_t count, const JsonObject& more = {}) const;

    /// Reports something that this machine or contestant lacks or may not use.
    /// @param metric empty: nothing at all can be measured
    void skipped(std::string_view metric, std::string_view reason) const;

    /// @param more further members of the event
    void end(const JsonObject& more = {}) const;

  private:
    std::string_view bench_;
    int decimals_;
};

}  // namespace allocpool
