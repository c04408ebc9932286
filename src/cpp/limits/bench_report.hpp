#pragma once

/// What a measuring program prints: one JSON object a line.

#include <cstdint>
#include <string>
#include <string_view>

namespace allocpool::limits {

/// A JSON object, built member by member.
class JsonObject {
  public:
    JsonObject& number(std::string_view name, std::uint64_t value);

    /// With three decimals.
    JsonObject& number(std::string_view name, double value);

    JsonObject& text(std::string_view name, std::string_view value);

    /// @param json is valid JSON
    JsonObject& json(std::string_view name, std::string_view json);

    std::string str() const { return "{" + members_ + "}"; }

  private:
    std::string members_;
};

/// Writes each event at once. Every function throws std::system_error when the output
/// can't be written.
class BenchReport {
  public:
    /// @param contestant what this process measures
    void start(std::string_view contestant, const JsonObject& parameters);

    /// @param count operations that were measured
    void result(std::string_view metric, std::string_view unit, double value,
                std::uint64_t count, const JsonObject& parameters);

    /// What this machine does not have or does not allow.
    void skipped(std::string_view metric, std::string_view reason);

    void end();
};

}  // namespace allocpool::limits
