#pragma once

/// What a measuring program prints: one JSON object a line.

#include <cstdint>
#include <string_view>

#include "json_object.hpp"

namespace allocpool {

/// Writes each event to standard output, at once. Every function throws std::system_error
/// when that is impossible.
class BenchReport {
  public:
    /// @param bench its name in the start event; must outlive the report
    /// @param decimals of a result's value, 0 to 17
    constexpr BenchReport(std::string_view bench, int decimals)
        : bench_{bench}, decimals_{decimals} {}

    /// @param contestant what this process measures
    void start(std::string_view contestant, const JsonObject& parameters) const;

    /// @param count how many operations the value is the mean or the median of
    /// @param more further members of the event
    void result(std::string_view metric, std::string_view unit, double value,
                std::uint64_t count, const JsonObject& more = {}) const;

    /// What this machine or this contestant does not have, or is not allowed.
    /// @param metric empty: nothing at all can be measured
    void skipped(std::string_view metric, std::string_view reason) const;

    /// @param more further members of the event
    void end(const JsonObject& more = {}) const;

  private:
    std::string_view bench_;
    int decimals_;
};

}  // namespace allocpool
