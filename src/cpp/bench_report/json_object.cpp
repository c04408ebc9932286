#include "json_object.hpp"

#include "json_reporter.hpp"
#include "line_printer.hpp"

namespace allocpool {

JsonObject& JsonObject::number(std::string_view name, std::uint64_t value) {
    return json(name, std::to_string(value));
}

JsonObject& JsonObject::number(std::string_view name, double value, int decimals) {
    return json(name, formatted("%.*f", decimals, value));
}

JsonObject& JsonObject::text(std::string_view name, std::string_view value) {
    return json(name, json_string(value));
}

JsonObject& JsonObject::object(std::string_view name, const JsonObject& value) {
    return json(name, value.str());
}

JsonObject& JsonObject::json(std::string_view name, std::string_view json) {
    next();
    members_ += json_string(name) + ":";
    members_ += json;
    return *this;
}

JsonObject& JsonObject::members_of(const JsonObject& other) {
    if (!other.members_.empty()) {
        next();
        members_ += other.members_;
    }
    return *this;
}

}  // namespace allocpool
