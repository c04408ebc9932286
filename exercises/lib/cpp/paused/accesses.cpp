/// The submission is compiled for ThreadSanitizer, so it calls a function at each memory
/// access. Our versions of these functions count the accesses, and stop a call.

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <semaphore>
#include <thread>

#include "paused.hpp"
#include "words.hpp"

namespace {

/// Upper bounds for a non-blocking call on pools and rings as small as ours: accesses,
/// and CPU time.
constexpr unsigned long enough = 100'000;
constexpr long enough_ns = 1'000'000;

driver::Act other = nullptr;
void* with = nullptr;
driver::Words* words = nullptr;
unsigned left = 0;         ///< accesses before the call is stopped
bool counts_down = false;  ///< the call hasn't been stopped yet
bool done = true;          ///< the other call has succeeded
unsigned long steps = 0;   ///< accesses by the other call

/// True in the thread that makes the other call.
thread_local bool goes_on = false;

/// CPU time of this thread. Sleeping is detected in the compiled code instead.
long computed_ns() {
    timespec computed{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &computed);
    return computed.tv_sec * 1'000'000'000L + computed.tv_nsec;
}

/// Answers 0 and ends the process, because a call that waits can't be left otherwise.
[[noreturn]] void tell_that_it_waits() {
    words->answer(0);
    words->flush();
    ::_exit(0);
}

/// Makes the other call in another thread, since a recursive lock lets this one in.
class Other {
  public:
    Other() {
        std::thread{[this] {
            goes_on = true;
            while (true) {
                asked_.acquire();
                const long began_ns = computed_ns();
                done = other(with);
                if (computed_ns() - began_ns > enough_ns) {
                    tell_that_it_waits();
                }
                answered_.release();
            }
        }}.detach();
    }
    void go_on() {
        asked_.release();
        answered_.acquire();
    }

  private:
    std::binary_semaphore asked_{0};
    std::binary_semaphore answered_{0};
};

void access() {
    if (goes_on) {
        if (++steps > enough) {
            tell_that_it_waits();
        }
        return;
    }
    if (counts_down && left-- == 0) {
        counts_down = false;
        steps = 0;
        static Other& thread = *new Other;  // Outlives main().
        thread.go_on();
    }
}

}  // namespace

driver::Stopped driver::stop_at(unsigned at, Act stopped, Act other_one, void* both,
                                Words& told) {
    other = other_one;
    with = both;
    words = &told;
    left = at;
    counts_down = true;
    done = true;
    stopped(both);
    const bool reached = !counts_down;
    counts_down = false;
    return {reached, done};
}

// NOLINTBEGIN: names and types are those of ThreadSanitizer's interface.
#define ACCESS(name)            \
    void __tsan_##name(void*) { \
        access();               \
    }
#define SIZES(name) ACCESS(name##2) ACCESS(name##4) ACCESS(name##8) ACCESS(name##16)
#define FETCH(bits, type, name)                                                      \
    type __tsan_atomic##bits##_fetch_##name(volatile type* place, type value, int) { \
        access();                                                                    \
        return __atomic_fetch_##name(place, value, __ATOMIC_SEQ_CST);                \
    }
#define EXCHANGE(bits, type, name)                                              \
    int __tsan_atomic##bits##_compare_exchange_##name(                          \
        volatile type* place, type* expected, type value, int, int) {           \
        access();                                                               \
        return __atomic_compare_exchange_n(place, expected, value, false,       \
                                           __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }
#define ATOMIC(bits, type)                                                               \
    type __tsan_atomic##bits##_load(const volatile type* place, int) {                   \
        access();                                                                        \
        return __atomic_load_n(place, __ATOMIC_SEQ_CST);                                 \
    }                                                                                    \
    void __tsan_atomic##bits##_store(volatile type* place, type value, int) {            \
        access();                                                                        \
        __atomic_store_n(place, value, __ATOMIC_SEQ_CST);                                \
    }                                                                                    \
    type __tsan_atomic##bits##_exchange(volatile type* place, type value, int) {         \
        access();                                                                        \
        return __atomic_exchange_n(place, value, __ATOMIC_SEQ_CST);                      \
    }                                                                                    \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type* place, type expected, \
                                                    type value, int, int) {              \
        access();                                                                        \
        __atomic_compare_exchange_n(place, &expected, value, false, __ATOMIC_SEQ_CST,    \
                                    __ATOMIC_SEQ_CST);                                   \
        return expected;                                                                 \
    }                                                                                    \
    EXCHANGE(bits, type, strong)                                                         \
    EXCHANGE(bits, type, weak)                                                           \
    FETCH(bits, type, add)                                                               \
    FETCH(bits, type, sub)                                                               \
    FETCH(bits, type, and)                                                               \
    FETCH(bits, type, or)                                                                \
    FETCH(bits, type, xor)                                                               \
    FETCH(bits, type, nand)

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
}
// NOLINTEND
