#pragma once

/// Parses values given by a user, on the command line or on standard input.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace allocpool {

/// An error in a command line or a line of input: one line that says what would be valid.
class BadInput : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The longest time measured in one piece.
inline constexpr std::uint64_t most_seconds = 86'400;

/// @return `text` in quotes, for a message of one line: control characters become '?'
std::string quoted(std::string_view text);

/// @param name the value's name, the first word of the message
/// @throws BadInput unless `text` is decimal digits alone, from `least` to `most`
std::uint64_t whole_number(const std::string& name, std::string_view text,
                           std::uint64_t least, std::uint64_t most);

/// Plain decimals only: digits and a point.
/// @return the number, or -1 if `text` is none
double plain_decimal(const std::string& text);

/// A plain decimal: a number of seconds above 0.
/// @throws BadInput
double seconds_above_zero(const std::string& name, const std::string& text);

/// The same, 0 included.
/// @throws BadInput
double seconds_from_zero(const std::string& name, const std::string& text,
                         std::uint64_t most = most_seconds);

}  // namespace allocpool
