/// Keeps a process the program that it is, under the tool that looks at it.
///
/// One that starts itself anew, or another program in its place, could change a
/// sanitizer's options, or leave it behind. Valgrind follows it there, but has counted
/// nothing of what it leaves; after a start that was denied it cannot go on, and ends with
/// an exit code of its own.
///
/// Valgrind writes its log in this very process. So nothing may make these writes fail: no
/// filter in front of them, no ring of calls that Valgrind does not see, no descriptor that
/// does not wait for room.

#if defined(__linux__)

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

/// Loads the number of a call, or the lower half of an argument of it.
constexpr sock_filter load(std::size_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

constexpr sock_filter load_number() {
    return load(offsetof(seccomp_data, nr));
}

constexpr sock_filter load_argument(std::size_t which) {
    return load(offsetof(seccomp_data, args) + which * sizeof(std::uint64_t));
}

/// Skips so many steps if something else was loaded.
constexpr sock_filter unless(std::uint32_t value, std::uint8_t steps) {
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, steps);
}

constexpr sock_filter deny = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
constexpr sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);

/// Before a submission's constructors: none has a lower number, and of those with the same
/// one the first to be linked begins. The sanitizers are ready by then.
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"
[[gnu::constructor(0)]] void stay() {
    sock_filter steps[] = {
        load_number(),
        unless(SYS_execve, 1),
        deny,
        unless(SYS_execveat, 1),
        deny,
        unless(SYS_seccomp, 1),
        deny,
        unless(SYS_io_uring_setup, 1),
        deny,
        unless(SYS_prctl, 4),
        load_argument(0),
        unless(PR_SET_SECCOMP, 1),
        deny,
        allow,
        unless(SYS_fcntl, 4),
        load_argument(1),
        unless(F_SETFL, 1),
        deny,
        allow,
        unless(SYS_ioctl, 4),
        load_argument(1),
        unless(FIONBIO, 1),
        deny,
        allow,
        allow,
    };
    const sock_fprog filter{sizeof steps / sizeof *steps, steps};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0 ||
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0UL, 0UL) != 0) {
        std::abort();
    }
}

}  // namespace

#endif
