/// The submission is compiled for ThreadSanitizer, so it calls a function at each memory
/// access. Our versions of these functions count the accesses, and stop a call. Compilers
/// leave some accesses out, so sometimes instructions are counted, too.

#include <unistd.h>

#if defined(__x86_64__)
#include <signal.h>
#include <ucontext.h>
#include <x86intrin.h>

/// The linker's: where the program's code begins and ends.
extern "C" const char __executable_start, etext;
#endif

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "turns.hpp"

namespace {

/// Upper bounds for a non-blocking call on pools and rings as small as ours: accesses,
/// and CPU time.
constexpr unsigned long enough = 100'000;
constexpr long enough_ns = 1'000'000;

/// Calls that are made while another one is stopped: if one fails, the next may wait.
constexpr unsigned few = 3;
constexpr unsigned many = 64;
constexpr unsigned seldom = 8;  ///< one in this many times, there may be many

/// One watched call in this many is stopped, too; then the other one goes on.
constexpr unsigned seldom_both = 4;

/// At most this many successful calls come between two stops.
constexpr unsigned seldom_stops = 60;

/// One stop in this many comes some instructions after an access: mostly at most this
/// many, and each time that the number is doubled, half as often.
constexpr unsigned seldom_later = 32;
constexpr unsigned instructions = 64;
constexpr unsigned most_doubled = 1U << 8U;

/// A call may make more accesses than the one before: up to as many times as many.
constexpr unsigned most_times = 8;

/// Exit code, documented in exercises/README.md.
constexpr int waits = 72;

/// The part of this thread, while it makes a call.
thread_local driver::Turns::Part* mine = nullptr;

/// CPU time of this thread. Sleeping is detected in the compiled code instead.
long computed_ns() {
    timespec computed{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &computed);
    return computed.tv_sec * 1'000'000'000L + computed.tv_nsec;
}

void access() {
    if (mine != nullptr) {
        mine->access();
    }
}

#if defined(__x86_64__)

constexpr greg_t trap_flag = 0x100;

void count_instructions() {
    __writeeflags(__readeflags() | trap_flag);
}

/// Those of the C library don't count: a call that is stopped there may hold a lock of the
/// library's own.
void on_instruction(int, siginfo_t*, void* context) {
    greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const auto* const at = reinterpret_cast<const char*>(registers[REG_RIP]);
    const bool own = at >= &__executable_start && at < &etext;
    if (mine == nullptr || (own && mine->instruction())) {
        registers[REG_EFL] &= ~trap_flag;
    }
}

const bool can_count = [] {
    struct sigaction action{};
    action.sa_sigaction = on_instruction;
    action.sa_flags = SA_SIGINFO;
    return ::sigaction(SIGTRAP, &action, nullptr) == 0;
}();

#else

constexpr bool can_count = false;
void count_instructions() {}

#endif

template <typename Number>
bool exchanged(volatile Number* place, Number* expected, Number value) {
    return __atomic_compare_exchange_n(place, expected, value, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}

#if defined(__x86_64__)

__extension__ using Wide = unsigned __int128;

[[gnu::target("cx16")]] bool exchanged(volatile Wide* place, Wide* expected, Wide value) {
    const Wide before = *expected;
    *expected = __sync_val_compare_and_swap(place, before, value);
    return *expected == before;
}

#endif

/// @return the number before
template <typename Number, typename Change>
Number changed(volatile Number* place, Change change) {
    Number old = *place;
    while (!exchanged(place, &old, change(old))) {
    }
    return old;
}

}  // namespace

using driver::Turns;

Turns::Part::Part(Turns& turns, bool fills)
    : turns_{turns}, fills_{fills}, chance_{computed_ns()} {
    turns_.parts[fills ? 0 : 1] = this;
}

Turns::Part::~Part() {
    turns_.parts[fills_ ? 0 : 1] = nullptr;
    idle();  // A stopped call would wait forever.
}

void Turns::Part::begin() {
    turns_.turn.acquire();
    Part* const there = other();
    is_watched_ = false;
    if (there != nullptr && turns_.stopped.load() == there) {
        // What the stopped call does may or may not have happened.
        const std::size_t filled = fills_ ? done_ : there->done_;
        const std::size_t emptied = fills_ ? there->done_ : done_;
        watch(fills_ ? filled < emptied + turns_.room : filled > emptied);
    }
    if (there != nullptr && done_ >= due_ &&
        (!is_watched_ || chance_.next() % seldom_both == 0)) {
        counts_down_ = true;
        left_ = place();
    }
    accesses_ = 0;
    mine = this;
}

/// Where to stop a call: one access later than last time, or one earlier, or anywhere. What a
/// call does before it takes a lock, or afterwards, can't be so much that no stop comes between.
unsigned Turns::Part::place() {
    const auto next = [this](unsigned& last) {
        return last = last < last_accesses_ ? last + 1 : 0;
    };
    switch (chance_.next() % 3) {
        case 0:
            return next(from_begin_);
        case 1:
            return last_accesses_ - next(from_end_);
        default:
            return static_cast<unsigned>(chance_.next() % (last_accesses_ + 1))
                   << static_cast<unsigned>(
                          std::countr_zero(chance_.next() | most_times));
    }
}

void Turns::Part::end(bool done) {
    mine = nullptr;
    done_ += done ? 1 : 0;
    if (done) {
        last_accesses_ = accesses_;
    }
    counts_down_ = false;
    if (is_watched_) {
        see_that_it_computed_little();
        if (must_ && !done) {
            fail("fails");
        }
        if (--turns_.stopped.load()->others_ == 0) {
            pass_on();
            return;
        }
    }
    turns_.turn.release();
}

void Turns::Part::watch(bool must) {
    is_watched_ = true;
    must_ = must;
    steps_ = 0;
    began_ns_ = computed_ns();
}

void Turns::Part::see_that_it_computed_little() const {
    if (computed_ns() - began_ns_ > enough_ns) {
        fail("computes for long");
    }
}

void Turns::Part::access() {
    ++accesses_;
    if (is_watched_ && ++steps_ > enough) {
        fail("waits");
    }
    if (counts_down_ && left_-- == 0) {
        counts_down_ = false;
        if (can_count && !is_watched_ && chance_.next() % seldom_later == 0) {
            const int times = std::countr_zero(chance_.next() | most_doubled);
            left_ = static_cast<unsigned>(chance_.next() % (instructions << times));
            count_instructions();
        } else {
            stop();
        }
    }
}

bool Turns::Part::instruction() {
    if (left_-- != 0) {
        return false;
    }
    stop();
    return true;
}

/// Lets the other thread go on: with its next call, or in the middle of its own.
void Turns::Part::stop() {
    if (other() == nullptr) {
        return;
    }
    if (is_watched_) {
        see_that_it_computed_little();
    }
    due_ = done_ + chance_.next() % seldom_stops;
    others_ = chance_.next() % seldom == 0 ? few + chance_.next() % many : few;
    Part* const before = turns_.stopped.exchange(this);
    (before == nullptr ? turns_.turn : before->resumed_).release();
    resumed_.acquire();
    is_watched_ = false;
    if (turns_.stopped.load() != nullptr) {
        watch(false);
    }
}

/// Gives the turn to the stopped call, or to whoever comes next.
void Turns::Part::pass_on() {
    Part* const stopped = turns_.stopped.exchange(nullptr);
    (stopped == nullptr ? turns_.turn : stopped->resumed_).release();
}

void Turns::Part::fail(const char* how) const {
    const char* const call = fills_ ? turns_.fills : turns_.empties;
    const char* const stopped = fills_ ? turns_.empties : turns_.fills;
    std::fprintf(stderr, "driver: stopped %s() %s while %s() is stopped\n", call, how,
                 stopped);
    ::_exit(waits);
}

// NOLINTBEGIN: names and types are those of ThreadSanitizer's interface.
#define ACCESS(name)            \
    void __tsan_##name(void*) { \
        access();               \
    }
#define SIZES(name) ACCESS(name##2) ACCESS(name##4) ACCESS(name##8) ACCESS(name##16)
#define CHANGE(bits, type, name, by)                                           \
    type __tsan_atomic##bits##_##name(volatile type* place, type value, int) { \
        access();                                                              \
        return changed(place, [value](type old) {                              \
            static_cast<void>(old);                                            \
            return static_cast<type>(by);                                      \
        });                                                                    \
    }
#define EXCHANGE(bits, type, name)                                    \
    int __tsan_atomic##bits##_compare_exchange_##name(                \
        volatile type* place, type* expected, type value, int, int) { \
        access();                                                     \
        return exchanged(place, expected, value);                     \
    }
#define CHANGES(bits, type)                                                              \
    CHANGE(bits, type, exchange, value)                                                  \
    CHANGE(bits, type, fetch_add, old + value)                                           \
    CHANGE(bits, type, fetch_sub, old - value)                                           \
    CHANGE(bits, type, fetch_and, old& value)                                            \
    CHANGE(bits, type, fetch_or, old | value)                                            \
    CHANGE(bits, type, fetch_xor, old ^ value)                                           \
    CHANGE(bits, type, fetch_nand, ~(old & value))                                       \
    EXCHANGE(bits, type, strong)                                                         \
    EXCHANGE(bits, type, weak)                                                           \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type* place, type expected, \
                                                    type value, int, int) {              \
        access();                                                                        \
        exchanged(place, &expected, value);                                              \
        return expected;                                                                 \
    }
#define ATOMIC(bits, type)                                                    \
    type __tsan_atomic##bits##_load(const volatile type* place, int) {        \
        access();                                                             \
        return __atomic_load_n(place, __ATOMIC_SEQ_CST);                      \
    }                                                                         \
    void __tsan_atomic##bits##_store(volatile type* place, type value, int) { \
        access();                                                             \
        __atomic_store_n(place, value, __ATOMIC_SEQ_CST);                     \
    }                                                                         \
    CHANGES(bits, type)

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {
    access();
}
ACCESS(vptr_read)
ACCESS(read1)
ACCESS(write1)
SIZES(read)
SIZES(write)
SIZES(unaligned_read)
SIZES(unaligned_write)
void __tsan_read_range(void*, std::size_t) {
    access();
}
void __tsan_write_range(void*, std::size_t) {
    access();
}
void __tsan_atomic_thread_fence(int) {
    access();
}
void __tsan_atomic_signal_fence(int) {}
ATOMIC(8, std::uint8_t)
ATOMIC(16, std::uint16_t)
ATOMIC(32, std::uint32_t)
ATOMIC(64, std::uint64_t)
#if defined(__x86_64__)
CHANGES(128, Wide)  // Compilers read and write these in the library, which locks.
#endif
}
// NOLINTEND
