#pragma once

/// Counters of the processor and of the kernel, as Linux' perf_event_open() gives them.
/// Virtual machines often have none of the processor's, and containers forbid the rest.

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <stdexcept>

namespace allocpool::limits {

enum class Counted {
    cycles,
    instructions,
    cache_misses,
    dtlb_load_misses,
    dtlb_store_misses,
    page_faults
};

inline constexpr std::array<Counted, 6> all_counted{
    Counted::cycles,           Counted::instructions,      Counted::cache_misses,
    Counted::dtlb_load_misses, Counted::dtlb_store_misses, Counted::page_faults};

/// The counter's name in reports.
const char* name_of(Counted counted);

/// The counter does not exist here, or may not be read; the message is one line.
class NoCounter : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Counts events in the program, not in the kernel. Belongs to one thread.
class Counter {
  public:
    /// Counts in this thread, after start().
    /// @throws NoCounter
    explicit Counter(Counted counted);

    /// Counts in a process, from the start of its program on, and in all processes that
    /// it starts.
    /// @throws NoCounter
    Counter(Counted counted, pid_t process);

    Counter(Counter&& other) noexcept;
    Counter& operator=(Counter&&) = delete;
    ~Counter();

    /// @throws NoCounter
    void start();

    /// The count so far. If the processor has too few counters, each one counts only part
    /// of the time; this then is the estimate for all of it.
    /// @throws NoCounter if it never counted
    double value() const;

  private:
    int descriptor_;
};

}  // namespace allocpool::limits
