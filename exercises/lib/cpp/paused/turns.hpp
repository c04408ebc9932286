#pragma once

/// Replaces the ordinary file: stops calls before one of their memory accesses, or on
/// x86-64 sometimes a few instructions later, while the other thread goes on. Until then,
/// the other thread's next call waits for its turn: so a call meets another one's middle
/// only if we watch it, however busy the machine is.

#include <semaphore.h>

#include <array>
#include <atomic>
#include <cstddef>

#include "drawn.hpp"

namespace driver {

/// A semaphore. (GCC 12's std::binary_semaphore may miss that it was released.)
class Gate {
  public:
    explicit Gate(unsigned open) { ::sem_init(&semaphore_, 0, open); }
    ~Gate() { ::sem_destroy(&semaphore_); }
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    void acquire() {
        while (::sem_wait(&semaphore_) != 0) {  // a signal came
        }
    }
    void release() { ::sem_post(&semaphore_); }

  private:
    sem_t semaphore_{};
};

struct Turns {
    std::size_t room;   ///< how much the object holds
    const char* fills;  ///< the name of the call that fills it
    const char* empties;

    class Part;
    std::array<std::atomic<Part*>, 2> parts{};  ///< those that take part
    std::atomic<Part*> stopped{nullptr};
    Gate turn{1};  ///< to make a call, or to go on with one
};

/// A thread's part, from its first call to its last.
class Turns::Part {
  public:
    Part(Turns& turns, bool fills);
    ~Part();
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    template <typename Call>
    bool made(Call call) {
        begin();
        const bool done = call();
        end(done);
        return done;
    }

    /// There's nothing to call before the other thread has gone on.
    void idle() {
        turns_.turn.acquire();
        pass_on();
    }

    /// The submission is about to access memory.
    void access();
    /// It is about to execute an instruction. @return true if no more need be counted
    bool instruction();

  private:
    void begin();
    void end(bool done);
    [[nodiscard]] unsigned place();
    void stop();
    void watch(bool must);
    void see_that_it_computed_little() const;
    void pass_on();
    [[nodiscard]] Part* other() const { return turns_.parts[fills_ ? 1 : 0].load(); }
    [[noreturn]] void fail(const char* how) const;

    Turns& turns_;
    const bool fills_;
    Gate resumed_{0};
    std::atomic<std::size_t> done_{0};  ///< successful calls
    Drawn chance_;
    std::size_t due_ = 0;         ///< how many of them there are before the next stop
    unsigned from_begin_ = 0;     ///< accesses before such a stop, one more each time
    unsigned from_end_ = 0;       ///< likewise, after it
    unsigned accesses_ = 0;       ///< in this call so far
    unsigned last_accesses_ = 0;  ///< in the last successful call
    unsigned left_ = 0;  ///< accesses before the stop in this call; then instructions
    bool counts_down_ = false;
    unsigned others_ = 0;      ///< calls that the other thread makes meanwhile
    bool is_watched_ = false;  ///< this call goes on while the other thread is stopped
    bool must_ = false;        ///< and has to succeed
    unsigned long steps_ = 0;  ///< its accesses meanwhile
    long began_ns_ = 0;
};

}  // namespace driver
