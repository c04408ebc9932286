#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "settings.hpp"

namespace allocpool {

/// What is wrong with a command line: one line that says what would be valid.
class CommandLineError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// @return the settings, or nothing when help is asked for
/// @throws CommandLineError
std::optional<Settings> parse_command_line(int argc, char* const* argv);

/// The text of --help.
std::string help_text(const std::string& program);

}  // namespace allocpool
