#include "line_reader.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "stop_signal.hpp"

namespace allocpool {
namespace {

[[noreturn]] void fail() {
    throw std::system_error(errno, std::generic_category(), "can't read standard input");
}

}  // namespace

std::optional<std::string> LineReader::next() {
    for (;;) {
        const std::size_t end = text_.find('\n');
        if (end == std::string::npos && text_.size() <= longest && read_more()) {
            continue;
        }
        if (stop_signal::received() != 0 || text_.empty()) {
            return std::nullopt;
        }
        std::string line = text_.substr(0, end);
        text_.erase(0, end == std::string::npos ? end : end + 1);
        if (line.size() > longest) {
            line.replace(longest, std::string::npos, "...");
        }
        return line;
    }
}

/// A signal interrupts `poll`, whatever its handler's flags, but not `read`, which is
/// restarted. If it comes just before `poll`, we see it after the timeout.
/// @return false if there was a signal
bool LineReader::await_input() const {
    constexpr int timeout_ms = 100;
    while (stop_signal::received() == 0) {
        pollfd input{descriptor_, POLLIN, 0};
        const int ready = poll(&input, 1, timeout_ms);
        if (ready > 0) {
            return true;
        }
        if (ready < 0 && errno != EINTR) {
            fail();
        }
    }
    return false;
}

/// @return false at the end of the file, or if there was a signal
bool LineReader::read_more() {
    if (ended_ || !await_input()) {
        return false;
    }
    std::array<char, 4096> part;
    const ssize_t length = read(descriptor_, part.data(), part.size());
    if (length < 0) {
        fail();
    }
    ended_ = length == 0;
    text_.append(part.data(), static_cast<std::size_t>(length));
    return !ended_;
}

}  // namespace allocpool
