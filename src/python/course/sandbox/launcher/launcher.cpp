/// Becomes a program that may do no more than its kind needs.
///
///     launcher KIND [NAME=VALUE]... -- PROGRAM [ARGUMENT]...
///
/// KIND is one of allowed.hpp's, which lists the system calls of each. The names are
/// limits (as, core, cpu, data, fsize, nofile, nproc, stack: a soft and a hard one with a
/// colon between, or one number for both), and `keep`: the one descriptor that stays open
/// beside the first three and, after a colon, its new number. Valgrind keeps its program
/// away from numbers next to the limit.
///
/// The filter is installed before the kernel loads the program: there is no moment, not
/// even in the loader, at which the program is unrestricted. So the filter must let the
/// launcher start the program, and nobody start another one. It allows an execve whose
/// last three arguments, which the kernel ignores, are 96 random bits. They were in the
/// launcher's registers and memory, and both are gone when the program begins.

#include <linux/seccomp.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "allowed.hpp"
#include "filter.hpp"

namespace {

constexpr int not_started = 126;

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "launcher: %s: %s\n", what, std::strerror(errno));
    std::exit(not_started);
}

[[noreturn]] void refuse(const char* word) {
    std::fprintf(stderr, "launcher: '%s' is none of its arguments\n", word);
    std::exit(not_started);
}

struct Limit {
    const char* name;
    int resource;
};

constexpr Limit limits[] = {
    {"as", RLIMIT_AS},       {"core", RLIMIT_CORE},   {"cpu", RLIMIT_CPU},
    {"data", RLIMIT_DATA},   {"fsize", RLIMIT_FSIZE}, {"nofile", RLIMIT_NOFILE},
    {"nproc", RLIMIT_NPROC}, {"stack", RLIMIT_STACK},
};

/// True if the word begins with `name=`; then value is the rest.
bool is(const char* word, const char* name, const char*& value) {
    const std::size_t length = std::strlen(name);
    if (std::strncmp(word, name, length) != 0 || word[length] != '=') {
        return false;
    }
    value = word + length + 1;
    return true;
}

/// `word` is the limit's name and value.
void set(int resource, const char* value, const char* word) {
    char* end = nullptr;
    rlimit both{};
    both.rlim_cur = both.rlim_max = std::strtoull(value, &end, 10);
    if (*end == ':') {
        both.rlim_max = std::strtoull(end + 1, &end, 10);
    }
    if (end == value || *end != '\0') {
        refuse(value);
    }
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &both) != 0) {
        fail(word);
    }
}

/// Closes the descriptors from `first` to `last`.
void close_all(unsigned first, unsigned last) {
    if (first > last || ::syscall(SYS_close_range, first, last, 0U) == 0) {
        return;
    }
    // An older kernel. Numbers above the limit, which has just been lowered, stay open.
    const auto most = static_cast<unsigned>(::sysconf(_SC_OPEN_MAX));
    for (unsigned one = first; one <= last && one < most; ++one) {
        ::close(static_cast<int>(one));
    }
}

/// Closes all descriptors but the first three and the one to be kept.
void close_others(const char* kept) {
    int keep = -1;
    if (kept != nullptr) {
        char* end = nullptr;
        const auto now = static_cast<int>(std::strtol(kept, &end, 10));
        keep = *end == ':' ? std::atoi(end + 1) : -1;
        if (keep < 3) {
            refuse(kept);
        }
        if (::dup2(now, keep) < 0) {
            fail("the descriptor to be kept");
        }
    }
    if (keep < 0) {
        close_all(3, ~0U);
    } else {
        close_all(3, static_cast<unsigned>(keep) - 1);
        close_all(static_cast<unsigned>(keep) + 1, ~0U);
    }
}

Kind kind_of(const char* word) {
    for (const Named& one : kinds) {
        if (std::strcmp(word, one.name) == 0) {
            return one.kind;
        }
    }
    refuse(word);
}

}  // namespace

int main(int count, char** words) {
    if (count < 2) {
        refuse("");
    }
    const Kind kind = kind_of(words[1]);
    const char* kept = nullptr;
    int next = 2;
    for (; next < count && std::strcmp(words[next], "--") != 0; ++next) {
        const char* value = nullptr;
        bool known = false;
        if (is(words[next], "keep", value)) {
            kept = value;
            known = true;
        }
        for (const Limit& one : limits) {
            if (!known && is(words[next], one.name, value)) {
                set(one.resource, value, words[next]);
                known = true;
            }
        }
        if (!known) {
            refuse(words[next]);
        }
    }
    if (++next >= count) {
        refuse("--");
    }
    close_others(kept);
    if (kind == sanitized) {
        // Older ones cannot map their shadow beside newer kernels' scattered addresses.
        // Where this is denied, as in some containers, they may work without it.
        ::personality(ADDR_NO_RANDOMIZE);
    }
    Secret secret;
    if (::syscall(SYS_getrandom, &secret, sizeof secret, 0U) !=
        static_cast<long>(sizeof secret)) {
        fail("random numbers");
    }
    Filter filter;
    allow(filter, kind, static_cast<std::uint32_t>(::getpid()), secret);
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0) {
        fail("no new privileges");
    }
    const sock_fprog loaded = filter.finished();
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &loaded, 0UL, 0UL) != 0) {
        fail("the filter of system calls");
    }
    ::syscall(SYS_execve, words[next], words + next, ::environ, secret.words[0],
              secret.words[1], secret.words[2]);
    fail(words[next]);
}
