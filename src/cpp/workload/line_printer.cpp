#include "line_printer.hpp"

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <system_error>

namespace allocpool {

void print_line(const std::string& line) {
    if (std::fputs((line + '\n').c_str(), stdout) == EOF || std::fflush(stdout) == EOF) {
        throw std::system_error(errno, std::generic_category(),
                                "can't write to standard output");
    }
}

std::string formatted(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    std::va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    va_end(arguments);
    std::string text(static_cast<std::size_t>(length), '\0');
    std::vsnprintf(text.data(), text.size() + 1, format, again);
    va_end(again);
    return text;
}

}  // namespace allocpool
