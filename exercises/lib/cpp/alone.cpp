/// Keeps a process under a sanitizer the program that it is. One that starts itself anew,
/// or another program in its place, could change the sanitizer's options, or leave it
/// behind. Valgrind follows it there, and cannot go on after a start that was denied.

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DRIVER_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DRIVER_SANITIZED
#endif
#endif

#if defined(DRIVER_SANITIZED) && defined(__linux__)

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>

namespace {

/// Before a submission's constructors: none has a lower number, and of those with the same
/// one the first to be linked begins. The sanitizers are ready by then.
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"
[[gnu::constructor(0)]] void stay() {
    sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execveat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog filter{sizeof steps / sizeof *steps, steps};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL) != 0 ||
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0UL, 0UL) != 0) {
        std::abort();
    }
}

}  // namespace

#endif
