#include "values.hpp"

#include <charconv>
#include <cstdlib>
#include <system_error>

namespace allocpool {
namespace {

BadInput no_seconds(const std::string& name, const std::string& text,
                    const std::string& range) {
    return BadInput(name + ": " + quoted(text) + " is not a number of seconds " + range);
}

}  // namespace

std::string quoted(std::string_view text) {
    std::string quote = "'" + std::string{text} + "'";
    for (char& c : quote) {
        if (static_cast<unsigned char>(c) < 0x20U) {
            c = '?';
        }
    }
    return quote;
}

std::uint64_t whole_number(const std::string& name, std::string_view text,
                           std::uint64_t least, std::uint64_t most) {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end || value < least || value > most) {
        throw BadInput(name + ": " + quoted(text) + " is not a whole number from " +
                       std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
}

double plain_decimal(const std::string& text) {
    if (text.empty() || text.find_first_not_of("0123456789.") != std::string::npos) {
        return -1;
    }
    char* rest = nullptr;
    const double value = std::strtod(text.c_str(), &rest);
    return *rest != '\0' || rest == text.c_str() ? -1 : value;
}

double seconds_above_zero(const std::string& name, const std::string& text) {
    const double value = plain_decimal(text);
    if (value <= 0 || value > static_cast<double>(most_seconds)) {
        throw no_seconds(name, text, "above 0 and up to " + std::to_string(most_seconds));
    }
    return value;
}

double seconds_from_zero(const std::string& name, const std::string& text,
                         std::uint64_t most) {
    const double value = plain_decimal(text);
    if (value < 0 || value > static_cast<double>(most)) {
        throw no_seconds(name, text, "from 0 to " + std::to_string(most));
    }
    return value;
}

}  // namespace allocpool
