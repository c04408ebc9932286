#pragma once

/// The system calls that each kind of program may make: those that our solutions,
/// compilers, runtimes and tools were seen to make, and harmless relatives of them that
/// other versions use. All others are denied.
///
/// To see what a version needs, grade our solutions under
/// `strace -f -o calls .venv/bin/python -m course grade SUBMISSIONS -j 1`.

#include <asm/termbits.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cstdint>
#include <iterator>

#include "filter.hpp"

enum Kind : unsigned {
    /// Compilers, assemblers and linkers, which start others.
    compile = 1U,
    /// A C++ program by itself.
    program = 2U,
    /// Under ASan, UBSan or TSan.
    sanitized = 4U,
    valgrind = 8U,
    java = 16U,
    /// A JVM that keeps a record of its allocations, in a /tmp of its own.
    profiled = 32U
};

struct Named {
    const char* name;
    Kind kind;
};

constexpr Named kinds[] = {{"compile", compile},     {"program", program},
                           {"sanitized", sanitized}, {"valgrind", valgrind},
                           {"java", java},           {"profiled", profiled}};

struct Secret {
    std::uint64_t words[3];
};

constexpr unsigned cpp = program | sanitized | valgrind;
constexpr unsigned jvm = java | profiled;
constexpr unsigned runs = cpp | jvm;
constexpr unsigned all = runs | compile;
/// Kinds that may write files: only those of their /tmp, and a compiler's output.
constexpr unsigned writing = compile | profiled;

/// Calls allowed with any arguments: they affect the process itself, its descriptors and
/// its clock, and read what is visible in the sandbox.
constexpr Rule plain[] = {
    // Open descriptors.
    {SYS_read, all},
    {SYS_readv, all},
    {SYS_pread64, all},
    {SYS_write, all},
    {SYS_writev, all},
    {SYS_close, all},
    {SYS_lseek, all},
    {SYS_dup, all},
    {SYS_dup3, all},
    {SYS_fstat, all},
    {SYS_ppoll, all},
    // What is visible.
    {SYS_newfstatat, all},
    {SYS_statx, all},
    {SYS_statfs, all},
    {SYS_fstatfs, all},
    {SYS_faccessat, all},
#ifdef SYS_faccessat2
    {SYS_faccessat2, all},
#endif
    {SYS_readlinkat, all},
    {SYS_getdents64, all},
    {SYS_getcwd, all},
    {SYS_uname, all},
    {SYS_sysinfo, all},
    // Its memory. Rules for new mappings are below.
    {SYS_munmap, all},
    {SYS_mremap, all},
    // Valgrind does not check whose memory its program wants emptied.
    {SYS_madvise, all & ~unsigned{valgrind}},
    {SYS_mincore, all},
    {SYS_brk, all},
    // Its threads and signals.
    {SYS_futex, all},
    {SYS_set_robust_list, all},
    {SYS_set_tid_address, all},
#ifdef SYS_rseq
    {SYS_rseq, all},
#endif
    {SYS_membarrier, all},
    {SYS_sched_yield, all},
    {SYS_sched_getaffinity, all},
    {SYS_getcpu, all},
    {SYS_rt_sigaction, all},
    {SYS_rt_sigprocmask, all},
    {SYS_rt_sigreturn, all},
    {SYS_rt_sigtimedwait, all},
    {SYS_sigaltstack, all},
    {SYS_restart_syscall, all},
    {SYS_exit, all},
    {SYS_exit_group, all},
    // Its identity.
    {SYS_getpid, all},
    {SYS_gettid, all},
    {SYS_getppid, all},
    {SYS_getuid, all},
    {SYS_geteuid, all},
    {SYS_getgid, all},
    {SYS_getegid, all},
    // Time and random numbers.
    {SYS_clock_gettime, all},
    {SYS_clock_getres, all},
    {SYS_clock_nanosleep, all},
    {SYS_nanosleep, all},
    {SYS_gettimeofday, all},
    {SYS_getrusage, all},
    {SYS_times, all},
    {SYS_getrandom, all},
    // Memcheck's own files, in a /tmp that only Valgrind's runs have.
    {SYS_unlinkat, valgrind | writing},
    // At exit it wakes waiting threads. The only other process, pid 1, ignores signals.
    {SYS_tkill, valgrind},
    {SYS_getxattr, valgrind | compile},
    // UBSan writes memory into one before reading it, to see whether it is mapped.
    {SYS_pipe2, sanitized | compile},
    // Compilers' output, and the programs that they start.
    {SYS_execve, compile},
    {SYS_wait4, compile},
    {SYS_waitid, compile},
    {SYS_kill, compile},
    {SYS_tgkill, compile},
    {SYS_rt_sigsuspend, compile},
    {SYS_setpgid, compile},
    {SYS_getpgid, compile},
    {SYS_pwrite64, writing},
    {SYS_fsync, profiled},
    {SYS_fdatasync, profiled},
    {SYS_sendfile, profiled},
    {SYS_copy_file_range, profiled},
    {SYS_ftruncate, writing},
    {SYS_fallocate, compile},
    {SYS_umask, compile},
    {SYS_chdir, compile},
    {SYS_fchdir, compile},
    {SYS_mkdirat, writing},
    {SYS_fchmod, writing},
    {SYS_fchmodat, compile},
    {SYS_utimensat, compile},
    {SYS_renameat2, writing},
    {SYS_openat, writing},
    {SYS_mmap, compile},
    {SYS_mprotect, compile | jvm},
#ifdef __x86_64__
    // Older calls, which arm64 never had.
    {SYS_stat, all},
    {SYS_lstat, all},
    {SYS_access, all},
    {SYS_readlink, all},
    {SYS_poll, all},
    {SYS_dup2, all},
    {SYS_time, all},
    {SYS_pause, all},
    {SYS_unlink, valgrind | writing},
    {SYS_pipe, sanitized | compile},
    {SYS_fork, compile},
    {SYS_vfork, compile},
    {SYS_getpgrp, compile},
    {SYS_mkdir, writing},
    {SYS_chmod, writing},
    {SYS_rename, writing},
    {SYS_open, writing},
    {SYS_creat, compile},
#else
    {SYS_renameat, writing},
#endif
};

/// Allows what the kind needs. `own` is the process: signals reach no other.
inline void allow(Filter& filter, Kind kind, std::uint32_t own, const Secret& secret) {
    constexpr auto is = Test::is;
    constexpr auto lacks = Test::lacks;
    constexpr auto has = Test::has;
    constexpr std::uint32_t namespaces = CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET |
                                         CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUSER |
                                         CLONE_NEWUTS;
    constexpr std::uint32_t writes = O_ACCMODE | O_CREAT | O_TRUNC;
    constexpr std::uint32_t its_own_file = O_RDWR | O_CREAT | O_EXCL | O_TRUNC;
    constexpr std::uint32_t its_result = O_WRONLY | O_CREAT | O_TRUNC;
    constexpr std::uint32_t uncounted = MAP_SHARED | MAP_HUGETLB | MAP_GROWSDOWN;
    const auto secret_word = [&secret](int which) {
        return static_cast<std::uint32_t>(secret.words[which]);
    };
    const Rule tested[] = {
        // Threads, but no processes.
        {SYS_clone, runs, {{0, has, CLONE_THREAD}, {0, lacks, namespaces}}},
        {SYS_clone, compile, {{0, lacks, namespaces}}},
        // The start of the program, which only the launcher can request.
        {SYS_execve,
         runs,
         {{3, is, secret_word(0)}, {4, is, secret_word(1)}, {5, is, secret_word(2)}}},
        {SYS_tgkill, runs, {{0, is, own}}},
        {SYS_kill, runs, {{0, is, own}}},
        // Read-only files. Valgrind makes two of its own and opens its result. A JVM told
        // to close its standard input replaces it by /dev/null, the only writable file.
        {SYS_openat, runs, {{2, lacks, writes}}},
        {SYS_openat, valgrind, {{2, is, its_own_file}}},
        {SYS_openat, valgrind, {{2, is, its_result}}},
        {SYS_openat, java, {{2, is, O_WRONLY}}},
#ifdef __x86_64__
        {SYS_open, runs, {{1, lacks, writes}}},
        {SYS_open, valgrind, {{1, is, its_own_file}}},
        {SYS_open, valgrind, {{1, is, its_result}}},
        {SYS_open, java, {{1, is, O_WRONLY}}},
        {SYS_arch_prctl, all, {{0, is, 0x1002}}},  // ARCH_SET_FS
        {SYS_arch_prctl, all, {{0, is, 0x1003}}},  // ARCH_GET_FS
#endif
        // Private memory, which its limit counts, and read-only files. Code comes from
        // files, except where tools and runtimes generate it.
        {SYS_mmap, runs, {{2, lacks, PROT_EXEC}, {3, lacks, uncounted}}},
        {SYS_mmap, runs, {{2, lacks, PROT_EXEC | PROT_WRITE}, {3, lacks, MAP_ANONYMOUS}}},
        {SYS_mmap,
         runs,
         {{2, lacks, PROT_WRITE}, {3, lacks, MAP_ANONYMOUS | MAP_SHARED}}},
        {SYS_mmap, valgrind | jvm, {{3, lacks, uncounted}}},
        // A JVM maps the questions, from a file that it may only read.
        {SYS_mmap,
         jvm,
         {{2, lacks, PROT_WRITE}, {3, lacks, MAP_ANONYMOUS | MAP_HUGETLB}}},
        {SYS_mprotect, cpp, {{2, lacks, PROT_EXEC}}},
        // No non-blocking descriptors, no other size of a pipe, no owner of signals.
        {SYS_fcntl, all, {{1, is, F_DUPFD}}},
        {SYS_fcntl, all, {{1, is, F_DUPFD_CLOEXEC}}},
        {SYS_fcntl, all, {{1, is, F_GETFD}}},
        {SYS_fcntl, all, {{1, is, F_SETFD}}},
        {SYS_fcntl, all, {{1, is, F_GETFL}}},
        {SYS_ioctl, all, {{1, is, TCGETS}}},
        {SYS_ioctl, all, {{1, is, TIOCGWINSZ}}},
        {SYS_ioctl, all, {{1, is, FIONREAD}}},
        {SYS_prctl, all, {{0, is, PR_SET_NAME}}},
        {SYS_prctl, all, {{0, is, PR_GET_NAME}}},
        {SYS_prctl, all, {{0, is, PR_GET_DUMPABLE}}},
        {SYS_prctl, all, {{0, is, PR_CAPBSET_READ}}},
        {SYS_prctl, all, {{0, is, PR_SET_TIMERSLACK}}},
        // Pages are counted, so none may become large again.
        {SYS_prctl, all, {{0, is, PR_SET_THP_DISABLE}, {1, is, 1}}},
#ifdef PR_SVE_GET_VL
        {SYS_prctl, all, {{0, is, PR_SVE_GET_VL}}},
#endif
        {SYS_personality, all, {{0, is, 0xFFFFFFFF}}},
        // No process can raise its own hard limits.
        {SYS_prlimit64, all, {{0, is, 0}}},
        {SYS_prlimit64, runs, {{0, is, own}}},
#ifdef __x86_64__
        {SYS_getrlimit, all},
        {SYS_setrlimit, all},
#endif
    };
    for (const Rule& rule : plain) {
        if ((rule.kinds & kind) != 0) {
            filter.allow(&rule, &rule + 1);
        }
    }
    // Rules of one call, without those for other kinds.
    Rule fit[std::size(tested)];
    std::size_t count = 0;
    for (std::size_t next = 0; next < std::size(tested); ++next) {
        if ((tested[next].kinds & kind) != 0) {
            fit[count++] = tested[next];
        }
        const bool last =
            next + 1 == std::size(tested) || tested[next + 1].call != tested[next].call;
        if (last && count > 0) {
            filter.allow(fit, fit + count);
            count = 0;
        }
    }
}
