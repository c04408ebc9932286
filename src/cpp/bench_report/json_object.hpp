#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allocpool {

/// A JSON object, built member by member.
class JsonObject {
  public:
    JsonObject& number(std::string_view name, std::uint64_t value);

    /// @param decimals the number to write, 0 to 17
    JsonObject& number(std::string_view name, double value, int decimals);

    JsonObject& text(std::string_view name, std::string_view value);

    JsonObject& object(std::string_view name, const JsonObject& value);

    /// @param json valid JSON
    JsonObject& json(std::string_view name, std::string_view json);

    /// Appends another object's members.
    JsonObject& members_of(const JsonObject& other);

    std::string str() const { return "{" + members_ + "}"; }

  private:
    void next() { members_ += members_.empty() ? "" : ","; }

    std::string members_;
};

}  // namespace allocpool
