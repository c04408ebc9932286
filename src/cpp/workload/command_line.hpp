#pragma once

#include <optional>
#include <string>

#include "settings.hpp"
#include "values.hpp"

namespace allocpool {

/// @param more_options options that the caller handled, for messages that name all
/// @return the settings, or nothing if help is asked for
/// @throws BadInput
std::optional<Settings> parse_command_line(int argc, char* const* argv,
                                           const std::string& more_options = "");

/// The text of --help.
std::string help_text(const std::string& program);

}  // namespace allocpool
