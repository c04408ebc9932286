#pragma once

/// The tracer's output: a mapped file of fixed size.
///
/// Everything is written in place, so that the kernel keeps it when the process crashes
/// or calls _exit. course.advice.trace, which has the same layout, reads it after the
/// process has ended.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace allocpool::trace {

inline constexpr std::uint64_t magic = 0x31656361'72746c61;  // "altrace1"
inline constexpr std::size_t frames_kept = 8;
inline constexpr std::size_t maps_bytes = std::size_t{128} << 10U;

/// The period doubles after this many samples: a program may run for years, and there is
/// room for 48 doublings.
inline constexpr std::uint32_t samples_per_period = 128;
inline constexpr std::uint32_t records_kept = 48 * samples_per_period;

/// The end of a sample, as far as known. A record counts if it is not `unused`.
enum class State : std::uint32_t { unused, alive, freed, resized };

/// One sampled allocation. Its thread writes it, `state` last (release); the thread that
/// frees the block has its address from that thread, and so sees the record complete.
struct Record {
    std::atomic<State> state;
    std::uint32_t born_by;
    std::uint32_t died_by;
    std::uint32_t allocate_ns;  ///< time spent in the allocator
    std::uint32_t release_ns;
    std::uint32_t depth;
    std::uint64_t size;    ///< bytes, as asked for
    std::uint64_t period;  ///< bytes: probability of a sample is 1 - exp(-size / period)
    std::uint64_t born_ns;
    std::uint64_t died_ns;
    std::uint64_t born_bytes;  ///< allocated by the process until then
    std::uint64_t died_bytes;
    std::array<std::uint64_t, frames_kept> frames;  ///< return addresses, innermost first
};
static_assert(sizeof(Record) == 136 && offsetof(Record, size) == 24 &&
              offsetof(Record, frames) == 72);

struct Header {
    std::uint64_t magic;
    std::uint32_t process;
    std::atomic<std::uint32_t> records;  ///< claimed; may exceed `records_kept`
    std::atomic<std::uint32_t> dropped;  ///< samples without room
    std::atomic<std::uint32_t> threads;  ///< that were sampled
    std::atomic<std::uint32_t>
        maps;  ///< 0, or which of `map_lengths` and maps counts: 1, 2
    std::atomic<std::uint32_t> ended;  ///< 1: by exit, or from main
    std::atomic<std::uint64_t>
        allocated;  ///< bytes, without those that threads have yet to add
    std::uint64_t start_ns;
    std::uint64_t
        clock_ns;  ///< what it takes to ask for the time: part of all that was timed
    std::atomic<std::uint64_t> end_ns;  ///< time of the last sample, or of the end
    std::array<std::uint64_t, 2> map_lengths;
};
static_assert(sizeof(Header) == 80);

/// The whole file. Two copies of /proc/self/maps: one is whole while the other is written.
struct File {
    Header header;
    std::array<std::array<char, maps_bytes>, 2> maps;
    std::array<Record, records_kept> records;
};

}  // namespace allocpool::trace
