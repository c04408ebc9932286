#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "mapping.hpp"
#include "measures.hpp"
#include "measuring.hpp"
#include "points.hpp"
#include "steps/machine.hpp"
#include "stop_signal.hpp"

namespace allocpool::limits {
namespace {

/// Sixteen bytes, which every x86-64 and AArch64 moves at once. Wider registers, which
/// not every processor has, only help in L1 and L2.
using Block [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;

constexpr std::size_t line = 4 * sizeof(Block);

/// Passes over an array once.
/// @param bytes a multiple of two lines
/// @return bytes moved
using Pass = std::uint64_t (*)(std::byte* begin, std::size_t bytes);

std::uint64_t read(std::byte* begin, std::size_t bytes) {
    const auto* at = reinterpret_cast<const Block*>(begin);
    const Block* end = at + bytes / sizeof(Block);
    Block sums[4]{};
    for (; at != end; at += 4) {
        sums[0] += at[0];
        sums[1] += at[1];
        sums[2] += at[2];
        sums[3] += at[3];
    }
    const Block all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    std::uint64_t sum = all[0] + all[1];
    steps::keep(sum);
    return bytes;
}

std::uint64_t write(std::byte* begin, std::size_t bytes) {
    auto* at = reinterpret_cast<Block*>(begin);
    const Block* end = at + bytes / sizeof(Block);
    std::uint64_t value = bytes;
    steps::keep(value);  // so that the compiler does not turn this into a call of memset
    const Block block{value, value};
    for (; at != end; at += 4) {
        at[0] = block;
        at[1] = block;
        at[2] = block;
        at[3] = block;
    }
    steps::keep(at);
    return bytes;
}

#if defined(__SSE2__)
/// Bypasses the caches: the processor need not read the line that it overwrites.
std::uint64_t write_streaming(std::byte* begin, std::size_t bytes) {
    auto* at = reinterpret_cast<__m128i*>(begin);
    const __m128i* end = at + bytes / sizeof(__m128i);
    const __m128i block = _mm_set1_epi64x(static_cast<long long>(bytes));
    for (; at != end; at += 4) {
        _mm_stream_si128(at, block);
        _mm_stream_si128(at + 1, block);
        _mm_stream_si128(at + 2, block);
        _mm_stream_si128(at + 3, block);
    }
    _mm_sfence();
    return bytes;
}
#endif

/// Copies the second half to the first.
std::uint64_t copy(std::byte* begin, std::size_t bytes) {
    auto* to = reinterpret_cast<Block*>(begin);
    const Block* end = to + bytes / 2 / sizeof(Block);
    for (const Block* from = end; to != end; to += 4, from += 4) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = from[3];
        asm volatile("" : : : "memory");  // so that it does not call memcpy either
    }
    return bytes;
}

struct NamedPass {
    const char* metric;
    Pass pass;
};

constexpr NamedPass passes[]{{"read", read},
                             {"write", write},
#if defined(__SSE2__)
                             {"write_streaming", write_streaming},
#endif
                             {"copy", copy}};

struct Moved {
    double gigabytes_per_second = 0;
    std::uint64_t passes = 0;

    Moved& operator+=(const Moved& other) {
        gigabytes_per_second += other.gigabytes_per_second;
        passes += other.passes;
        return *this;
    }
};

Moved move_for(double seconds, Pass pass, std::byte* begin, std::size_t bytes) {
    const auto start = std::chrono::steady_clock::now();
    std::uint64_t moved = 0;
    std::uint64_t count = 0;
    double elapsed = 0;
    do {
        moved += pass(begin, bytes);
        ++count;
        const auto now = std::chrono::steady_clock::now();
        elapsed = std::chrono::duration<double>(now - start).count();
    } while (elapsed < seconds && stop_signal::received() == 0);
    return {static_cast<double>(moved) / elapsed / 1e9, count};
}

/// Runs `threads` threads at once, each on its own array, after a pass that does not
/// count.
/// @return the sum of their results
Moved move_together(unsigned threads, double seconds, Pass pass, std::byte* memory,
                    std::size_t bytes_each) {
    std::latch ready{static_cast<std::ptrdiff_t>(threads)};
    std::vector<Moved> moved(threads);
    {
        std::vector<std::jthread> running;
        for (unsigned i = 0; i < threads; ++i) {
            try {
                running.emplace_back([&, i] {
                    std::byte* begin = memory + i * bytes_each;
                    pass(begin, bytes_each);
                    ready.arrive_and_wait();
                    moved[i] = move_for(seconds, pass, begin, bytes_each);
                });
            } catch (...) {  // the threads already started wait for the others
                ready.count_down(static_cast<std::ptrdiff_t>(threads - i));
                throw;
            }
        }
    }  // waits for them
    Moved sum;
    for (const Moved& each : moved) {
        sum += each;
    }
    return sum;
}

/// An array that fits a level of the memory, but not the one above.
struct Level {
    std::string name;
    std::size_t bytes;  ///< for each thread
};

std::size_t cache_bytes(const std::string& name, std::size_t otherwise) {
    for (const auto& [known, bytes] : ::steps::caches()) {
        if (known == name) {
            return bytes;
        }
    }
    return otherwise;
}

/// Where the system does not report the sizes of its caches, we assume usual ones.
std::vector<Level> levels(unsigned threads, std::size_t most_bytes) {
    const std::size_t l2 = cache_bytes("L2", std::size_t{1} << 20U);
    const std::size_t l3 = std::max(cache_bytes("L3", std::size_t{32} << 20U), 8 * l2);
    const std::size_t most = most_bytes / threads;
    const auto level = [&](const char* name, std::size_t bytes) {
        return Level{name, std::min(bytes, most) / (2 * line) * (2 * line)};
    };
    return {level("L2", l2 / 2), level("L3", std::min(4 * l2, l3 / 2 / threads)),
            level("DRAM", 2 * l3 / threads)};
}

std::vector<unsigned> thread_counts() {
    const unsigned all = std::max(1U, std::thread::hardware_concurrency());
    return all == 1 ? std::vector<unsigned>{1} : std::vector<unsigned>{1, all};
}

}  // namespace

void measure_bandwidth(const Plan& plan, BenchReport& report) {
#if !defined(__SSE2__)
    report.skipped("write_streaming", "measured with the instructions of x86 only");
#endif
    const auto counts = thread_counts();
    if (counts.size() == 1) {
        report.skipped("all_processors", "there is only one");
    }
    const double seconds =
        plan.seconds / static_cast<double>(counts.size() * 3 * std::size(passes));
    const Mapping mapping{plan.most_bytes, Pages::huge};
    for (const unsigned threads : counts) {
        for (const Level& level : levels(threads, plan.most_bytes)) {
            for (const NamedPass& named : passes) {
                if (stop_signal::received() != 0) {
                    return;
                }
                const Moved moved = move_together(threads, seconds, named.pass,
                                                  mapping.begin(), level.bytes);
                report.result(
                    named.metric, "GB/s", moved.gigabytes_per_second, moved.passes,
                    JsonObject{}.object("parameters",
                                        JsonObject{}
                                            .text("level", level.name)
                                            .number("bytes", std::uint64_t{level.bytes})
                                            .number("threads", std::uint64_t{threads})));
            }
        }
    }
}

}  // namespace allocpool::limits
