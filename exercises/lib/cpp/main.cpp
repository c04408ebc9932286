/// Plays a trace on a submission, in a process of its own. Nothing here is trusted: the
/// submission runs in the same process. It is the judge outside who knows the right
/// answers. The exit codes are told in exercises/README.md.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "words.hpp"

namespace {

constexpr int finished = 0;
constexpr int threw = 70;
constexpr int out_of_memory = 71;

int tell(int code, const char* what) {
    std::fprintf(stderr, "driver: threw %s\n", what);
    return code;
}

/// What is being handled, as an exit code and a line.
int tell_of_current() {
    try {
        throw;
    } catch (const std::bad_alloc& error) {
        return tell(out_of_memory, error.what());
    } catch (const std::exception& error) {
        return tell(threw, error.what());
    } catch (...) {
        return tell(threw, "something that is no std::exception");
    }
}

/// For exceptions that nobody catches: from a noexcept function, or in another thread.
[[noreturn]] void on_terminate() {
    if (std::current_exception() != nullptr) {
        ::_exit(tell_of_current());
    }
    std::abort();
}

}  // namespace

int main() {
    // What a submission prints is not an answer.
    const int answers = ::dup(STDOUT_FILENO);
    if (answers < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        return tell(threw, "no descriptor for the answers");
    }
    std::set_terminate(on_terminate);
    static driver::Words words{STDIN_FILENO, answers};
    int code = finished;
    try {
        driver::play(words);
    } catch (...) {
        code = tell_of_current();
    }
    try {
        words.flush();
    } catch (...) {
        code = tell_of_current();
    }
    return code;
}
