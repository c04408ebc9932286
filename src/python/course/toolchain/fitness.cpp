// How little is this machine disturbed? Two threads, each pinned to its own processor,
// do nothing but read the clock. If more than a few tens of nanoseconds pass between two
// readings, something else ran: the system, an interrupt, a hypervisor.
//
// Usage: fitness SECONDS. Prints one JSON object.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#endif

namespace {

using Clock = std::chrono::steady_clock;

// Gaps from this length on count as lost time. Reading the clock takes less than 0.1 us.
constexpr std::chrono::nanoseconds kLostFrom{10'000};

struct Reading {
    int cpu = -1;  // -1: not pinned
    std::chrono::nanoseconds elapsed{0};
    std::chrono::nanoseconds largest{0};
    std::chrono::nanoseconds lost{0};
    std::uint64_t gaps = 0;
    std::uint64_t turns = 0;
};

// The processors that this process may use; empty if threads cannot be pinned.
std::vector<int> processors() {
    std::vector<int> result;
#if defined(__linux__)
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0) {
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (CPU_ISSET(cpu, &allowed)) result.push_back(cpu);
        }
    }
#endif
    return result;
}

bool pin([[maybe_unused]] int cpu) {
#if defined(__linux__)
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return pthread_setaffinity_np(pthread_self(), sizeof(one), &one) == 0;
#else
    return false;
#endif
}

void spin(std::chrono::nanoseconds duration, int cpu, Reading& out) {
    Reading reading;
    if (cpu >= 0 && pin(cpu)) reading.cpu = cpu;
    const auto begin = Clock::now();
    auto last = begin;
    while (last - begin < duration) {
        const auto now = Clock::now();
        const auto gap = std::chrono::nanoseconds(now - last);
        reading.largest = std::max(reading.largest, gap);
        if (gap > kLostFrom) {
            reading.lost += gap;
            ++reading.gaps;
        }
        ++reading.turns;
        last = now;
    }
    reading.elapsed = last - begin;
    out = reading;
}

}  // namespace

int main(int argc, char** argv) {
    const double seconds = argc == 2 ? std::atof(argv[1]) : 0;
    if (!(seconds > 0) || seconds > 3600) {
        std::fputs("usage: fitness SECONDS (above 0, at most 3600)\n", stderr);
        return 2;
    }
    const auto duration =
        std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
    const std::vector<int> cpus = processors();
    const std::size_t count =
        cpus.empty() ? std::max(1u, std::thread::hardware_concurrency()) : cpus.size();
    std::vector<Reading> readings(std::min<std::size_t>(count, 2));
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const int cpu = cpus.empty() ? -1 : cpus[i];
        threads.emplace_back(spin, duration, cpu, std::ref(readings[i]));
    }
    for (std::thread& thread : threads) thread.join();

    std::printf("{\"seconds\":%.3f,\"threads\":[", seconds);
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const Reading& r = readings[i];
        const double elapsed = static_cast<double>(r.elapsed.count());
        const double lost = static_cast<double>(r.lost.count());
        std::printf(
            "%s{\"cpu\":%d,\"turn_ns\":%.1f,\"largest_gap_ns\":%lld,\"gaps\":%llu,\"lost_"
            "share\":%.6f}",
            i == 0 ? "" : ",", r.cpu, (elapsed - lost) / static_cast<double>(r.turns),
            static_cast<long long>(r.largest.count()),
            static_cast<unsigned long long>(r.gaps), lost / elapsed);
    }
    std::puts("]}");
    return 0;
}
