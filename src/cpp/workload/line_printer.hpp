#pragma once

#include <string>

namespace allocpool {

/// Writes a line to standard output and flushes it.
/// @throws std::system_error if it can't be written (a full disk, say)
void print_line(const std::string& line);

/// A string formatted as by printf.
[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...);

}  // namespace allocpool
