/// Tries what nobody may do in the sandbox, and prints what was not denied, a name on a
/// line: before the loader has ended, too.

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>

namespace {

// The kernel may be newer than these headers, so we define its system calls.
constexpr long pidfd_open = 434;
constexpr long clone3 = 435;
constexpr long openat2 = 437;
constexpr long pidfd_getfd = 438;
constexpr long memfd_secret = 447;
constexpr long open_tree = 428;
constexpr long fsopen = 430;

constexpr int no_keyring = -3;  // KEY_SPEC_SESSION_KEYRING

void report(const char* what, long result) {
    const bool denied = result == -1 && (errno == EPERM || errno == ENOSYS ||
                                         errno == EROFS || errno == EACCES);
    if (!denied) {
        std::printf("%s\n", what);
    }
}

#define TRY(call) report(#call, call)

long early = 0;

void sooner() {
    errno = 0;
    early += ::syscall(SYS_memfd_create, "early", 0U) >= 0;
    early += ::syscall(SYS_clone, SIGCHLD, 0UL, 0UL, 0UL, 0UL) >= 0;
}

__attribute__((section(".preinit_array"), used)) void (*const before)() = sooner;

extern "C" {
void nothing() {}
void (*resolve())() {
    early += ::syscall(SYS_memfd_create, "early", 0U) >= 0;
    return nothing;
}
void resolved() __attribute__((ifunc("resolve")));
}

void other_programs() {
    char* const words[] = {const_cast<char*>("/bin/true"), nullptr};
    TRY(::execve("/bin/true", words, ::environ));
    TRY(::syscall(SYS_execve, "/bin/true", words, ::environ, 0UL, 0UL, 0UL));
    TRY(::syscall(SYS_execveat, -100, "/bin/true", words, ::environ, 0));
    if (::syscall(SYS_clone, SIGCHLD, 0UL, 0UL, 0UL, 0UL) >= 0) {
        report("clone", 0);
    }
    if (::syscall(clone3, nullptr, 0UL) != -1 || errno != ENOSYS) {
        report("clone3", 0);
    }
}

void other_processes() {
    const long self = ::getpid();
    TRY(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr));
    TRY(::syscall(SYS_ptrace, PTRACE_SEIZE, 1L, 0L, 0L));
    TRY(::syscall(SYS_process_vm_readv, self, nullptr, 0UL, nullptr, 0UL, 0UL));
    TRY(::syscall(SYS_process_vm_writev, self, nullptr, 0UL, nullptr, 0UL, 0UL));
    TRY(::syscall(pidfd_open, 1L, 0U));
    TRY(::syscall(pidfd_getfd, 0, 0, 0U));
    TRY(::kill(1, 0));
    TRY(::kill(-1, 0));
    TRY(::syscall(SYS_tgkill, 1L, 1L, 0));
    TRY(::syscall(SYS_rt_sigqueueinfo, 1L, 0, nullptr));
    TRY(::open("/proc/1/mem", O_RDWR));
    TRY(::open("/proc/self/mem", O_RDWR));
    TRY(::open("/proc/self/fd/0", O_RDWR));
    TRY(::open("/proc/self/oom_score_adj", O_WRONLY));
    TRY(::syscall(openat2, -100, "/", nullptr, 0UL));
}

void memory() {
    const auto mapped = [](int protection, int flags) -> long {
        void* const place = ::mmap(nullptr, 4096, protection, flags, -1, 0);
        return place == MAP_FAILED ? -1 : 0;
    };
    TRY(::syscall(SYS_memfd_create, "", 0U));
    TRY(::syscall(memfd_secret, 0U));
    TRY(::syscall(SYS_shmget, 0, 4096UL, 0600));
    TRY(::syscall(SYS_semget, 0, 1, 0600));
    TRY(::syscall(SYS_msgget, 0, 0600));
    TRY(::syscall(SYS_mq_open, "/x", O_CREAT | O_RDWR, 0600, nullptr));
    TRY(mapped(PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS));
    TRY(mapped(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB));
    TRY(::open("/dev/shm/x", O_RDWR | O_CREAT, 0600));
    TRY(::open("/tmp/x", O_RDWR | O_CREAT, 0600));
    TRY(::fcntl(1, F_SETPIPE_SZ, 1 << 20));
    TRY(::syscall(SYS_vmsplice, 1, nullptr, 0UL, 0U));
    TRY(::syscall(SYS_mlock, nullptr, 0UL));
}

void messages() {
    int pair[2];
    TRY(::syscall(SYS_add_key, "user", "x", "x", 1UL, no_keyring));
    TRY(::syscall(SYS_request_key, "user", "x", nullptr, 0));
    TRY(::syscall(SYS_keyctl, 0, no_keyring, 0));
    TRY(::socket(AF_UNIX, SOCK_STREAM, 0));
    TRY(::socket(AF_NETLINK, SOCK_RAW, 0));
    TRY(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    TRY(::syscall(SYS_flock, 0, 1));
    TRY(::fcntl(0, F_SETLK, nullptr));
    TRY(::fcntl(0, F_SETOWN, 1));
}

void kernel() {
    int on = 1;
    TRY(::syscall(SYS_io_uring_setup, 1, nullptr));
    TRY(::syscall(SYS_userfaultfd, 0));
    TRY(::syscall(SYS_bpf, 0, nullptr, 0));
    TRY(::syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0UL));
    TRY(::syscall(SYS_fanotify_init, 0U, 0U));
    TRY(::syscall(SYS_inotify_init1, 0));
    TRY(::syscall(SYS_mount, nullptr, nullptr, nullptr, 0UL, nullptr));
    TRY(::syscall(SYS_umount2, "/proc", 0));
    TRY(::syscall(SYS_pivot_root, "/", "/"));
    TRY(::syscall(SYS_chroot, "/"));
    TRY(::syscall(open_tree, -100, "/", 0U));
    TRY(::syscall(fsopen, "tmpfs", 0U));
    TRY(::unshare(CLONE_NEWUSER));
    TRY(::syscall(SYS_setns, 0, 0));
    TRY(::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, nullptr));
    TRY(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr, 0UL, 0UL));
    TRY(::prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL));
    TRY(::prctl(PR_SET_PDEATHSIG, 0UL, 0UL, 0UL, 0UL));
    TRY(::syscall(SYS_personality, 0UL));
    TRY(::syscall(SYS_sched_setaffinity, 0, 0UL, nullptr));
    TRY(::fcntl(2, F_SETFL, O_NONBLOCK));
    TRY(::ioctl(2, FIONBIO, &on));
    TRY(::ioctl(0, TIOCSTI, "x"));
}

void code() {
    const auto may = [](int protection) {
        void* const place =
            ::mmap(nullptr, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return place == MAP_FAILED ? nullptr : place;
    };
    report("code that can be written", may(PROT_READ | PROT_WRITE | PROT_EXEC) ? 0 : -1);
    void* const place = may(PROT_READ | PROT_WRITE);
    report("code that was written", ::mprotect(place, 4096, PROT_READ | PROT_EXEC));
}

#ifdef __x86_64__
/// The numbers of another architecture: 26 is its ptrace, 11 its execve.
void other_numbers() {
    long result = 20;  // getpid
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
}
#else
void other_numbers() {
    ::raise(SIGSYS);
}
#endif

}  // namespace

int main(int count, char**) {
    if (count > 1) {
        other_numbers();
        return 0;
    }
    resolved();
    if (early != 0) {
        report("before main", 0);
    }
    other_programs();
    other_processes();
    memory();
    messages();
    kernel();
    code();
    return 7;
}
