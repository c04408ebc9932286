#pragma once

/// A filter of system calls that allows only what it was told to.

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
#error "the calls of this architecture have not been looked at"
#endif

/// A condition on the lower half of an argument; the kernel reads no more of those that
/// are tested.
struct Test {
    enum How : std::uint8_t {
        none,
        /// It is that value.
        is,
        /// It has none of these bits.
        lacks,
        /// It has one of these bits.
        has
    };
    unsigned argument = 0;
    How how = none;
    std::uint32_t value = 0;
};

constexpr std::size_t most_tests = 3;

/// A call that is allowed to some kinds if all tests hold. If a call has several rules,
/// which must be adjacent, one of them is enough.
struct Rule {
    long call;
    unsigned kinds;
    Test tests[most_tests] = {};
};

class Filter {
  public:
    Filter() {
        load(offsetof(seccomp_data, arch));
        add(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0);
        answer(SECCOMP_RET_KILL_PROCESS);
        load(offsetof(seccomp_data, nr));
    }

    /// Allows a call under the rules from first to last, of which there is at least one.
    /// No rule has a number of x86-64's second set.
    void allow(const Rule* first, const Rule* last) {
        const std::size_t jump = length_;
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(first->call), 0, 0);
        for (const Rule* rule = first; rule != last; ++rule) {
            std::uint8_t left = 0;
            for (const Test& test : rule->tests) {
                left = static_cast<std::uint8_t>(left + (test.how != Test::none));
            }
            for (const Test& test : rule->tests) {
                if (test.how == Test::none) {
                    continue;
                }
                load(offsetof(seccomp_data, args) +
                     test.argument * sizeof(std::uint64_t));
                // To the next rule.
                const auto away = static_cast<std::uint8_t>(2 * --left + 1);
                const bool bits = test.how != Test::is;
                const bool lacks = test.how == Test::lacks;
                add(BPF_JMP | BPF_K | (bits ? BPF_JSET : BPF_JEQ), test.value,
                    lacks ? away : 0, lacks ? 0 : away);
            }
            answer(SECCOMP_RET_ALLOW);
        }
        answer(SECCOMP_RET_ERRNO | EPERM);
        const std::size_t skipped = length_ - jump - 1;
        if (skipped > UINT8_MAX) {
            give_up();
        }
        steps_[jump].jf = static_cast<std::uint8_t>(skipped);
    }

    /// The program for the kernel. A call without a rule does not exist: libraries then
    /// use an older one, for instance one whose arguments a filter can see.
    sock_fprog finished() {
        answer(SECCOMP_RET_ERRNO | ENOSYS);
        return {static_cast<unsigned short>(length_), steps_};
    }

  private:
    static constexpr std::size_t most = 2048;

    [[noreturn]] static void give_up() {
        std::fputs("launcher: too many rules\n", stderr);
        std::abort();
    }

    void load(std::size_t offset) {
        add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset), 0, 0);
    }

    void answer(std::uint32_t value) { add(BPF_RET | BPF_K, value, 0, 0); }

    void add(unsigned code, std::uint32_t value, std::uint8_t yes, std::uint8_t no) {
        if (length_ == most) {
            give_up();
        }
        steps_[length_++] = {static_cast<std::uint16_t>(code), yes, no, value};
    }

    sock_filter steps_[most];
    std::size_t length_ = 0;
};
