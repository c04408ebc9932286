#pragma once

/// Chooses samples and records them.
///
/// Samples by bytes, as tcmalloc's and jemalloc's heap profilers do: each thread counts
/// down an exponentially distributed number of bytes to its next sample, so samples are a
/// Poisson process over all bytes allocated. (Google, "Sampling in TCMalloc",
/// docs/sampling.md of tcmalloc; jemalloc(3), opt.lg_prof_sample.) An allocation of s
/// bytes is a sample with probability p = 1 - exp(-s / period), and then stands for 1/p of
/// its kind.
///
/// Any thread may call these functions at any time, even in a signal handler. There are
/// no locks, no thread and no stdio here; system calls are limited to those that
/// signal-safety(7) allows, and errno is kept. Anything that would have to wait, such as
/// copying the memory map, is skipped instead.

#include <cstddef>
#include <cstdint>

#include "tracer/live_samples.hpp"
#include "tracer/trace_file.hpp"

namespace allocpool::trace {

/// A thread's own numbers. A signal handler that allocates may change them between any
/// two instructions, which makes an interval slightly wrong, and nothing else.
struct Thread {
    std::int64_t until = 0;    ///< bytes until the next sample; negative: it is due
    std::int64_t drawn = 0;    ///< initial value of `until`
    std::uint64_t period = 0;  ///< mean it was drawn with; 0: not drawn yet
    std::uint64_t random = 0;
    std::uint32_t number = 0;  ///< from 1
    bool busy = false;         ///< the tracer itself is at work in this thread
};
inline constinit thread_local Thread thread;

extern constinit LiveSamples live;

/// Counts the bytes; true if `due` must look closer. An ordinary allocation does no more.
inline bool count_down(std::size_t size) noexcept {
    thread.until -= static_cast<std::int64_t>(size);
    return thread.until < 0;
}

/// The period of the sample that these bytes, already counted, make; 0 if they make none.
std::uint64_t due(std::size_t size) noexcept;

/// Records a sample. `caller` is the return address out of the library.
void born(const void* block, std::size_t size, std::uint64_t period,
          std::uint64_t took_ns, const void* caller) noexcept;

/// The record of a block that is about to be freed, or nullptr. Ask `live.may_have`
/// first.
Record* dying(const void* block) noexcept;

/// Completes that record when the allocator has the block back.
void died(Record& record, State how, std::uint64_t took_ns) noexcept;

std::uint64_t now_ns() noexcept;

/// Starts sampling, with the folder and period from the environment. Without them, or if
/// the file cannot be made, nothing is ever sampled.
void begin() noexcept;

}  // namespace allocpool::trace
