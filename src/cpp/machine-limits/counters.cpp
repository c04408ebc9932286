#include "counters.hpp"

#include <unistd.h>

#include <string>
#include <utility>

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#endif

namespace allocpool::limits {

const char* name_of(Counted counted) {
    switch (counted) {
        case Counted::cycles:
            return "cycles";
        case Counted::instructions:
            return "instructions";
        case Counted::cache_misses:
            return "cache_misses";
        case Counted::dtlb_load_misses:
            return "dtlb_load_misses";
        case Counted::dtlb_store_misses:
            return "dtlb_store_misses";
        case Counted::page_faults:
            return "page_faults";
    }
    return "?";
}

#if defined(__linux__)
namespace {

enum class From { start, program };

perf_event_attr attributes_of(Counted counted) {
    const auto dtlb_misses = [](std::uint64_t operation) {
        return std::uint64_t{PERF_COUNT_HW_CACHE_DTLB} | operation << 8U |
               std::uint64_t{PERF_COUNT_HW_CACHE_RESULT_MISS} << 16U;
    };
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_HARDWARE;
    switch (counted) {
        case Counted::cycles:
            attributes.config = PERF_COUNT_HW_CPU_CYCLES;
            break;
        case Counted::instructions:
            attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
            break;
        case Counted::cache_misses:
            attributes.config = PERF_COUNT_HW_CACHE_MISSES;
            break;
        case Counted::dtlb_load_misses:
            attributes.type = PERF_TYPE_HW_CACHE;
            attributes.config = dtlb_misses(PERF_COUNT_HW_CACHE_OP_READ);
            break;
        case Counted::dtlb_store_misses:
            attributes.type = PERF_TYPE_HW_CACHE;
            attributes.config = dtlb_misses(PERF_COUNT_HW_CACHE_OP_WRITE);
            break;
        case Counted::page_faults:
            attributes.type = PERF_TYPE_SOFTWARE;
            attributes.config = PERF_COUNT_SW_PAGE_FAULTS;
            break;
    }
    attributes.disabled = 1;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    attributes.read_format =
        PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return attributes;
}

std::string paranoia() {
    std::string level = "unknown";
    std::ifstream{"/proc/sys/kernel/perf_event_paranoid"} >> level;
    return level;
}

NoCounter no_counter(int error) {
    switch (error) {
        case EPERM:
        case EACCES:
            return NoCounter("the system forbids it (kernel.perf_event_paranoid is " +
                             paranoia() + ")");
        case ENOENT:
        case ENODEV:
        case EOPNOTSUPP:
            return NoCounter("this machine has no such counter");
        case ENOSYS:
            return NoCounter("this kernel has no perf_event_open()");
        default:
            return NoCounter(std::strerror(error));
    }
}

int open_counter(Counted counted, pid_t process, From from) {
    perf_event_attr attributes = attributes_of(counted);
    if (from == From::program) {
        attributes.enable_on_exec = 1;
        attributes.inherit = 1;
    }
    constexpr int any_processor = -1;
    constexpr int no_group = -1;
    const long descriptor = syscall(SYS_perf_event_open, &attributes, process,
                                    any_processor, no_group, PERF_FLAG_FD_CLOEXEC);
    if (descriptor < 0) {
        throw no_counter(errno);
    }
    return static_cast<int>(descriptor);
}

}  // namespace

Counter::Counter(Counted counted) : descriptor_{open_counter(counted, 0, From::start)} {}

Counter::Counter(Counted counted, pid_t process)
    : descriptor_{open_counter(counted, process, From::program)} {}

void Counter::start() {
    if (ioctl(descriptor_, PERF_EVENT_IOC_ENABLE, 0) != 0) {
        throw no_counter(errno);
    }
}

double Counter::value() const {
    struct {
        std::uint64_t count;
        std::uint64_t enabled_ns;
        std::uint64_t running_ns;
    } reading{};
    if (read(descriptor_, &reading, sizeof reading) != sizeof reading) {
        throw no_counter(errno);
    }
    if (reading.running_ns == 0) {
        throw NoCounter("the processor's counters were all taken");
    }
    return static_cast<double>(reading.count) * static_cast<double>(reading.enabled_ns) /
           static_cast<double>(reading.running_ns);
}

#else

Counter::Counter(Counted) : descriptor_{-1} {
    throw NoCounter("counters are read by Linux' perf_event_open() only");
}

Counter::Counter(Counted counted, pid_t) : Counter{counted} {}

void Counter::start() {}

double Counter::value() const {
    return 0;
}

#endif

Counter::Counter(Counter&& other) noexcept
    : descriptor_{std::exchange(other.descriptor_, -1)} {}

Counter::~Counter() {
    if (descriptor_ >= 0) {
        close(descriptor_);
    }
}

}  // namespace allocpool::limits
