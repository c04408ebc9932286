#include "interval.hpp"

#include "line_printer.hpp"
#include "values.hpp"

namespace allocpool {

std::string Interval::text() const {
    const std::uint64_t whole = picoseconds / per_nanosecond;
    const std::uint64_t rest = picoseconds % per_nanosecond;
    std::string text = std::to_string(whole);
    if (rest != 0) {
        text += formatted(".%03u", static_cast<unsigned>(rest));
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text;
}

Interval parse_interval(const std::string& name, const std::string& text) {
    constexpr double longest_ns = 60e9;
    const double nanoseconds = plain_decimal(text);
    if (nanoseconds < 1 || nanoseconds > longest_ns) {
        throw BadInput(name + ": " + quoted(text) +
                       " is not a number of nanoseconds from 1 to 60000000000");
    }
    return {static_cast<std::uint64_t>(nanoseconds * Interval::per_nanosecond + 0.5)};
}

}  // namespace allocpool
