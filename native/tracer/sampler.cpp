#include "tracer/sampler.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace allocpool::trace {

constinit LiveSamples live;

namespace {

/// `forked`: in a child that has not made a file of its own yet.
enum class Mode : std::uint32_t { off, on, forked, opening };

constexpr std::int64_t look_again_bytes = 4096;  // while nothing is sampled
constexpr off_t most_processes = 64;             // that one command's folder has room for

// `mode` is stored with release after all else here, and loaded with acquire before it.
constinit std::atomic<Mode> mode{Mode::off};
constinit std::atomic<std::uint64_t> period{0};
constinit std::atomic<bool> copying_maps{false};
constinit File* file = nullptr;
constinit pid_t process = 0;
constinit char folder[512] = {};
constinit std::uint64_t first_period = std::uint64_t{256} << 10U;

/// While one is in scope, the thread's allocations are not sampled. Keeps errno.
class Busy {
  public:
    Busy() noexcept { thread.busy = true; }
    ~Busy() {
        thread.busy = false;
        errno = errno_;
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

  private:
    int errno_ = errno;
};

char* append(char* to, const char* text) noexcept {
    const std::size_t length = std::strlen(text);
    std::memcpy(to, text, length + 1);
    return to + length;
}

char* append(char* to, std::uint64_t number) noexcept {
    char digits[24] = {};
    char* first = digits + sizeof(digits) - 1;
    do {
        *--first = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number != 0);
    return append(to, first);
}

/// Makes the process's file, PID-TIME, as exec may replace the program. Nullptr on
/// failure.
File* open_file() noexcept {
    char name[600];
    append(append(name, folder), "/processes");
    const int list = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (list < 0) {
        return nullptr;
    }
    struct stat status{};
    const bool room = write(list, ".", 1) == 1 && fstat(list, &status) == 0 &&
                      status.st_size <= most_processes;
    close(list);
    if (!room) {
        return nullptr;
    }
    char* end =
        append(append(append(name, folder), "/"), static_cast<std::uint64_t>(getpid()));
    append(append(append(end, "-"), now_ns()), ".trace");
    const int descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        return nullptr;
    }
    // Reserve all space now: if the disk filled up later, the program would get SIGBUS.
    void* mapped = MAP_FAILED;
    if (posix_fallocate(descriptor, 0, sizeof(File)) == 0) {
        mapped = mmap(nullptr, sizeof(File), PROT_READ | PROT_WRITE, MAP_SHARED,
                      descriptor, 0);
    }
    close(descriptor);
    return mapped == MAP_FAILED ? nullptr : static_cast<File*>(mapped);
}

/// Called by one thread, in mode `opening` or before there are others.
void open_and_switch_on() noexcept {
    live.clear();
    file = open_file();  // in a child, the parent's file stays mapped, and is left alone
    if (file == nullptr) {
        mode.store(Mode::off, std::memory_order_release);
        return;
    }
    process = getpid();
    Header& header = file->header;
    header.magic = magic;
    header.process = static_cast<std::uint32_t>(process);
    header.start_ns = now_ns();
    header.clock_ns = UINT64_MAX;
    for (int i = 0; i < 16; ++i) {
        const std::uint64_t before = now_ns();
        header.clock_ns = std::min(header.clock_ns, now_ns() - before);
    }
    period.store(first_period, std::memory_order_relaxed);
    mode.store(Mode::on, std::memory_order_release);
}

/// True if this process is recorded. A child of vfork or _Fork has its parent's mode, but
/// another number; it must not write into the parent's file.
bool recording() noexcept {
    Mode found = mode.load(std::memory_order_acquire);
    if (found == Mode::forked &&
        mode.compare_exchange_strong(found, Mode::opening, std::memory_order_acquire)) {
        open_and_switch_on();
        found = mode.load(std::memory_order_acquire);
    }
    return found == Mode::on && getpid() == process;
}

/// Copies the memory map, which resolves addresses. One thread at a time; others skip it.
void copy_maps() noexcept {
    if (copying_maps.exchange(true, std::memory_order_acquire)) {
        return;
    }
    const int source = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (source >= 0) {
        Header& header = file->header;
        const std::uint32_t spare = header.maps.load(std::memory_order_relaxed) % 2;
        auto& copy = file->maps[spare];
        std::size_t length = 0;
        ssize_t got = 0;
        while (length < copy.size() &&
               (got = read(source, copy.data() + length, copy.size() - length)) > 0) {
            length += static_cast<std::size_t>(got);
        }
        close(source);
        header.map_lengths[spare] = length;
        header.maps.store(spare + 1,
                          std::memory_order_release);  // after the copy is whole
    }
    copying_maps.store(false, std::memory_order_release);
}

/// xorshift64*: Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003.
double uniform() noexcept {
    std::uint64_t& x = thread.random;
    x ^= x >> 12U;
    x ^= x << 25U;
    x ^= x >> 27U;
    return (static_cast<double>((x * 0x2545F4914F6CDD1DU) >> 11U) + 0.5) * 0x1p-53;
}

void draw() noexcept {
    thread.period = period.load(std::memory_order_relaxed);
    const double bytes = -std::log(uniform()) * static_cast<double>(thread.period);
    thread.drawn = thread.until = static_cast<std::int64_t>(bytes);
}

void meet_thread() noexcept {
    thread.number = file->header.threads.fetch_add(1, std::memory_order_relaxed) + 1;
    thread.random = (now_ns() ^ (std::uint64_t{thread.number} << 48U)) | 1U;
}

std::uint64_t allocated() noexcept {
    return file->header.allocated.load(std::memory_order_relaxed) +
           static_cast<std::uint64_t>(thread.drawn - thread.until);
}

struct Stack {
    Record& record;
    std::uint64_t caller;
};

/// Takes the frames from the caller on, until the record is full: bounded.
_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* argument) noexcept {
    const Stack& stack = *static_cast<Stack*>(argument);
    const auto address = static_cast<std::uint64_t>(_Unwind_GetIP(context));
    Record& record = stack.record;
    if (record.depth == 0 && address != stack.caller) {
        return _URC_NO_REASON;  // a frame of this library
    }
    record.frames[record.depth++] = address;
    return record.depth < frames_kept ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/// Before glibc 2.35, the unwinder takes the dynamic linker's lock: then we keep one
/// frame.
constinit bool unwinder_takes_no_lock = false;

std::uint32_t short_ns(std::uint64_t ns) noexcept {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(ns, UINT32_MAX));
}

}  // namespace

extern "C" int _dl_find_object(void*, void*) __attribute__((weak));

std::uint64_t now_ns() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U +
           static_cast<std::uint64_t>(time.tv_nsec);
}

std::uint64_t due(std::size_t size) noexcept {
    if (thread.busy) {
        return 0;
    }
    const Busy busy;
    if (!recording()) {
        thread.until = look_again_bytes;
        thread.period = 0;
        return 0;
    }
    if (thread.period == 0) {  // this thread's first time: nothing is drawn yet
        meet_thread();
        draw();
        if (!count_down(size)) {
            return 0;
        }
    }
    const std::uint64_t drawn_with = thread.period;
    file->header.allocated.fetch_add(
        static_cast<std::uint64_t>(thread.drawn - thread.until),
        std::memory_order_relaxed);
    draw();  // exponential, so without memory of what came before
    return drawn_with;
}

void born(const void* block, std::size_t size, std::uint64_t drawn_with,
          std::uint64_t took_ns, const void* caller) noexcept {
    const Busy busy;
    Header& header = file->header;
    const std::uint32_t index = header.records.fetch_add(1, std::memory_order_relaxed);
    if (index >= records_kept) {
        header.dropped.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    Record& record = file->records[index];
    record.size = size;
    record.period = drawn_with;
    record.born_by = thread.number;
    record.allocate_ns = short_ns(took_ns);
    record.born_bytes = allocated();
    record.born_ns = now_ns();
    Stack stack{record, reinterpret_cast<std::uint64_t>(caller)};
    if (unwinder_takes_no_lock) {
        _Unwind_Backtrace(take_frame, &stack);
    }
    if (record.depth == 0) {
        record.frames[record.depth++] = stack.caller;
    }
    header.end_ns.store(record.born_ns, std::memory_order_relaxed);
    // A block without a place in the table would look as if it were never freed.
    if (live.add(block, index)) {
        record.state.store(State::alive, std::memory_order_release);
    } else {
        header.dropped.fetch_add(1, std::memory_order_relaxed);
    }
    if ((index + 1) % samples_per_period == 0) {
        period.fetch_add(period.load(std::memory_order_relaxed),
                         std::memory_order_relaxed);
    }
    if ((index & (index - 1)) == 0) {
        copy_maps();
    }
}

Record* dying(const void* block) noexcept {
    if (thread.busy) {
        return nullptr;
    }
    const Busy busy;
    if (!recording()) {
        return nullptr;
    }
    const std::uint32_t index = live.remove(block);
    if (index == LiveSamples::none) {
        return nullptr;
    }
    if (thread.number == 0) {
        meet_thread();
    }
    Record& record = file->records[index];
    record.died_by = thread.number;
    record.died_bytes = allocated();
    record.died_ns = now_ns();
    return &record;
}

void died(Record& record, State how, std::uint64_t took_ns) noexcept {
    record.release_ns = short_ns(took_ns);
    record.state.store(how, std::memory_order_release);
}

void begin() noexcept {
    const char* to = std::getenv("ALLOCPOOL_TRACE");
    if (to == nullptr || std::strlen(to) >= sizeof(folder)) {
        return;
    }
    const Busy busy;
    append(folder, to);
    if (const char* every = std::getenv("ALLOCPOOL_TRACE_EVERY")) {
        first_period = std::max<std::uint64_t>(std::strtoull(every, nullptr, 10), 1);
    }
    unwinder_takes_no_lock = &_dl_find_object != nullptr;
    // The first call sets the unwinder's tables up; from then on it only reads.
    std::uint32_t frames = 0;
    _Unwind_Backtrace(
        [](_Unwind_Context*, void* count) {
            return ++*static_cast<std::uint32_t*>(count) < 2 ? _URC_NO_REASON
                                                             : _URC_END_OF_STACK;
        },
        &frames);
    open_and_switch_on();
    if (file != nullptr) {
        copy_maps();
    }
    // fork() in a program with threads: the child's handler only stores a number.
    // Everything else waits for the child's next sample.
    pthread_atfork(nullptr, nullptr, [] {
        if (mode.load(std::memory_order_relaxed) != Mode::off) {
            copying_maps.store(false, std::memory_order_relaxed);
            mode.store(Mode::forked, std::memory_order_relaxed);
        }
    });
}

namespace {

/// Later frees are still recorded, because the file stays mapped.
[[gnu::destructor]] void at_exit() {
    if (recording()) {
        const Busy busy;
        copy_maps();
        file->header.end_ns.store(now_ns(), std::memory_order_relaxed);
        file->header.ended.store(1, std::memory_order_release);
    }
}

}  // namespace

}  // namespace allocpool::trace
