/// Plays a trace on a submission, in a separate process. Nothing here is trusted, because
/// the submission runs in the same process: only the judge, outside, knows the right
/// answers. exercises/README.md lists the exit codes.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>

#include "words.hpp"

namespace {

constexpr int finished = 0;
constexpr int threw = 70;
constexpr int out_of_memory = 71;

int tell(int code, const char* what) {
    std::fprintf(stderr, "driver: threw %s\n", what);
    return code;
}

/// Reports the exception being handled. @return its exit code
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

/// Reports an uncaught exception: from a noexcept function, or in another thread.
[[noreturn]] void on_terminate() {
    if (std::current_exception() != nullptr) {
        ::_exit(tell_of_current());
    }
    std::abort();
}

/// The connection to the judge: the words received, and the answers' descriptor.
struct {
    driver::Words::Word key[driver::Words::key_words];
    const driver::Words::Word* begin;
    const driver::Words::Word* end;
    int answers;
} connection;

/// Lower bound for the answers' descriptor, above those that tools use.
constexpr int answers_from = 64;

/// Reads at most `most` bytes of standard input. @return the number of bytes read
std::size_t read_all(void* to, std::size_t most) {
    std::size_t length = 0;
    ssize_t more = 1;
    while (more > 0 && length < most) {
        more = ::read(STDIN_FILENO, static_cast<char*>(to) + length, most - length);
        length += more > 0 ? static_cast<std::size_t>(more) : 0;
    }
    return length;
}

/// Runs before the submission's constructors, so none of them can read a question or the
/// key from a descriptor. The submission's output isn't an answer.
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"
[[gnu::constructor(0)]] void connect() {
#if defined(__linux__)
    // A huge page would count as one touch, however much of it is used.
    ::prctl(PR_SET_THP_DISABLE, 1UL, 0UL, 0UL, 0UL);
#endif
    struct stat file{};
    if (::fstat(STDIN_FILENO, &file) != 0 || file.st_size <= 0) {
        return;
    }
    const auto bytes = static_cast<std::size_t>(file.st_size);
    // Anonymous memory, which doesn't contain the key.
    void* const sent = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (sent == MAP_FAILED || nothing < 0) {
        return;
    }
    const std::size_t key = read_all(connection.key, sizeof connection.key);
    const std::size_t words = read_all(sent, bytes) / sizeof(driver::Words::Word);
    if (key != sizeof connection.key || ::dup2(nothing, STDIN_FILENO) < 0) {
        return;
    }
    ::close(nothing);
    connection.begin = static_cast<const driver::Words::Word*>(sent);
    connection.end = connection.begin + words;
    connection.answers = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, answers_from);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

}  // namespace

std::int64_t driver::touched_pages() noexcept {
    rusage usage{};
    return ::getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_minflt : -1;
}

int main() {
    std::set_terminate(on_terminate);
    static std::optional<driver::Words> words;
    int code = finished;
    try {
        words.emplace(connection.key, connection.begin, connection.end,
                      connection.answers);
        driver::play(*words);
        words->testify();
    } catch (...) {
        code = tell_of_current();
    }
    try {
        if (words) {
            words->flush();
        }
    } catch (...) {
        code = tell_of_current();
    }
    ::close(connection.answers);  // Code that runs after this can't answer.
    return code;
}
