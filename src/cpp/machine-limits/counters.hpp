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

/// @return its name in reports
const char* name_of(Counted counted);

/// There is no such counter here, or nobody may read it; one line.
class NoCounter : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Counts what happens in the programs, not in the kernel. Belongs to one thread.
class Counter {
  public:
    /// Counts in this thread, from start() on.
    /// @throws NoCounter
    explicit Counter(Counted counted);

    /// Counts in a process that has not started its program yet, from there on, and in
    /// all that it starts.
    /// @throws NoCounter
    Counter(Counted counted, pid_t process);

    Counter(Counter&& other) noexcept;
    Counter& operator=(Counter&&) = delete;
    ~Counter();

    /// @throws NoCounter
    void start();

    /// The count so far. When there are more counters than the processor has, each counts
    /// for a part of the time; this is the estimate for all of it.
    /// @throws NoCounter when it had no part of the time
    double value() const;

  private:
    int descriptor_;
};

}  // namespace allocpool::limits
