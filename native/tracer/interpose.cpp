/// Interposes the C library's allocation functions and C++'s operators, to sample calls.
///
/// The next definition in the dynamic linker's order does the work: the C library's, or
/// that of an allocator preloaded behind this one. An ordinary call costs a subtraction
/// (or, if it frees, a look into a small table) and a jump.

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

#include "tracer/sampler.hpp"

namespace {

namespace trace = allocpool::trace;

/// Memory for calls made while the next allocator is being looked up: dlsym() may
/// allocate. Zeroed, given out once, never freed. Atomic, as a library's constructor may
/// have started a thread.
class EarlyMemory {
  public:
    void* take(std::size_t size) noexcept {
        const std::size_t rounded = (size + 15) / 16 * 16;
        if (size > memory_.size()) {
            return nullptr;
        }
        const std::size_t at = used_.fetch_add(rounded, std::memory_order_relaxed);
        return at + rounded <= memory_.size() ? memory_.data() + at : nullptr;
    }

    /// The number of readable bytes from there on; 0 if the block is not of this memory.
    std::size_t readable(const void* block) const noexcept {
        const auto offset = reinterpret_cast<std::uintptr_t>(block) -
                            reinterpret_cast<std::uintptr_t>(memory_.data());
        return offset < memory_.size() ? memory_.size() - offset : 0;
    }

  private:
    alignas(16) std::array<std::byte, 16384> memory_{};
    std::atomic<std::size_t> used_{0};
};

constinit EarlyMemory early;
constinit thread_local bool looking_up = false;

/// The next definition of a function, looked up at start, or by a call before that. Two
/// threads may look it up at once, and find the same; they share only the pointer, so
/// relaxed is enough.
template <typename Function>
class Next {
  public:
    explicit constexpr Next(const char* name) : name_{name} {}

    template <typename... Arguments>
    [[gnu::always_inline]] auto operator()(Arguments... arguments) {
        if (auto* function = function_.load(std::memory_order_relaxed)) [[likely]] {
            return function(arguments...);
        }
        return call_first(arguments...);
    }

    /// Looks it up; returns nullptr if it is defined nowhere. Not in the midst of the
    /// program: dlsym() waits for the dynamic linker's lock, and who has that may be
    /// loading a library whose constructor waits for this thread.
    Function* find() noexcept {
        looking_up = true;
        const int kept = errno;
        auto* function = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name_));
        errno = kept;
        looking_up = false;
        function_.store(function, std::memory_order_relaxed);
        return function;
    }

  private:
    template <typename... Arguments>
    [[gnu::noinline]] auto call_first(Arguments... arguments) {
        if constexpr (std::is_same_v<Function, void*(std::size_t)> ||
                      std::is_same_v<Function, void*(std::size_t, std::size_t)>) {
            if (looking_up) {  // dlsym() calls malloc or calloc
                return early.take((... * arguments));
            }
        }
        Function* function = find();
        if (function == nullptr) {  // the program could not have started
            std::abort();
        }
        return function(arguments...);
    }

    const char* name_;
    std::atomic<Function*> function_{nullptr};
};

/// Declares a function's next definition, and looks it up at start.
#define NEXT(variable, name, type)                     \
    constinit Next<type> variable{name};               \
    [[gnu::constructor(101)]] void find_##variable() { \
        variable.find();                               \
    }

NEXT(next_malloc, "malloc", void*(std::size_t))
NEXT(next_calloc, "calloc", void*(std::size_t, std::size_t))
NEXT(next_realloc, "realloc", void*(void*, std::size_t))
NEXT(next_free, "free", void(void*))
NEXT(next_posix_memalign, "posix_memalign", int(void**, std::size_t, std::size_t))
NEXT(next_aligned_alloc, "aligned_alloc", void*(std::size_t, std::size_t))
NEXT(next_memalign, "memalign", void*(std::size_t, std::size_t))
NEXT(next_valloc, "valloc", void*(std::size_t))
NEXT(next_pvalloc, "pvalloc", void*(std::size_t))

template <typename Allocate>
[[gnu::noinline]] void* allocate_and_record(std::size_t size, const void* caller,
                                            Allocate allocate) {
    const std::uint64_t period = trace::due(size);
    if (period == 0) {
        return allocate();
    }
    const std::uint64_t start = trace::now_ns();
    void* block = allocate();
    if (block != nullptr) {
        trace::born(block, size, period, trace::now_ns() - start, caller);
    }
    return block;
}

template <typename Allocate>
[[gnu::always_inline]] inline void* counted(std::size_t size, const void* caller,
                                            Allocate allocate) {
    if (trace::count_down(size)) [[unlikely]] {
        return allocate_and_record(size, caller, allocate);
    }
    return allocate();
}

template <typename Release>
[[gnu::noinline]] void record_and_release(void* block, Release release) {
    if (early.readable(block) != 0) {
        return;
    }
    trace::Record* record = trace::dying(block);
    const std::uint64_t start = record == nullptr ? 0 : trace::now_ns();
    release();
    if (record != nullptr) {
        trace::died(*record, trace::State::freed, trace::now_ns() - start);
    }
}

template <typename Release>
[[gnu::always_inline]] inline void released(void* block, Release release) {
    if (trace::live.may_have(block) || early.readable(block) != 0) [[unlikely]] {
        record_and_release(block, release);
    } else {
        release();
    }
}

#ifdef TRACER_OPERATORS
/// True if the operators come from the same library as malloc, as jemalloc's, tcmalloc's
/// and mimalloc's do. libstdc++'s call malloc, which counts them: programs without such
/// an allocator use a tracer without operators, which saves five jumps a block.
constinit std::atomic<bool> operators_count{false};
#endif

[[gnu::constructor(102)]] void at_start() {
#ifdef TRACER_OPERATORS
    void* operator_new = dlsym(RTLD_NEXT, "_Znwm");
    Dl_info of_new{};
    Dl_info of_malloc{};
    if (operator_new != nullptr && dladdr(operator_new, &of_new) != 0 &&
        dladdr(reinterpret_cast<void*>(next_malloc.find()), &of_malloc) != 0) {
        operators_count.store(of_new.dli_fbase == of_malloc.dli_fbase,
                              std::memory_order_relaxed);
    }
#endif
    trace::begin();
}

}  // namespace

#define CALLER __builtin_return_address(0)
#define EXPORTED extern "C" [[gnu::visibility("default")]]

EXPORTED void* malloc(std::size_t size) {
    return counted(size, CALLER, [=] { return next_malloc(size); });
}

EXPORTED void* calloc(std::size_t count, std::size_t size) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return nullptr;
    }
    return counted(bytes, CALLER, [=] { return next_calloc(count, size); });
}

EXPORTED void free(void* block) {
    released(block, [=] { next_free(block); });
}

/// Ends the old block and begins one of the new size, perhaps in the same place. The end
/// is recorded first: once the allocator has the block, another thread may get it. A
/// block that could not be enlarged lives on, but no longer as a sample.
EXPORTED void* realloc(void* block, std::size_t size) {
    if (const std::size_t readable = early.readable(block); readable != 0) [[unlikely]] {
        void* moved = malloc(size);
        if (moved != nullptr) {
            std::memcpy(moved, block, std::min(size, readable));
        }
        return moved;
    }
    if (trace::live.may_have(block)) [[unlikely]] {
        if (trace::Record* record = trace::dying(block)) {
            trace::died(*record, size == 0 ? trace::State::freed : trace::State::resized,
                        0);
        }
    }
    return counted(size, CALLER, [=] { return next_realloc(block, size); });
}

EXPORTED int posix_memalign(void** to, std::size_t alignment, std::size_t size) {
    int error = 0;
    void* block = nullptr;
    counted(size, CALLER, [&] {
        error = next_posix_memalign(&block, alignment, size);
        return error == 0 ? block : nullptr;
    });
    if (error == 0) {
        *to = block;
    }
    return error;
}

EXPORTED void* aligned_alloc(std::size_t alignment, std::size_t size) {
    return counted(size, CALLER, [=] { return next_aligned_alloc(alignment, size); });
}

EXPORTED void* memalign(std::size_t alignment, std::size_t size) {
    return counted(size, CALLER, [=] { return next_memalign(alignment, size); });
}

EXPORTED void* valloc(std::size_t size) {
    return counted(size, CALLER, [=] { return next_valloc(size); });
}

EXPORTED void* pvalloc(std::size_t size) {
    return counted(size, CALLER, [=] { return next_pvalloc(size); });
}

#ifdef TRACER_OPERATORS

/// An operator new by its mangled name; `parameters` follow the size.
#define OPERATOR_NEW(symbol, parameters, arguments)                           \
    namespace {                                                               \
    NEXT(next##symbol, #symbol, void* parameters)                             \
    }                                                                         \
    EXPORTED void* symbol parameters {                                        \
        if (!operators_count.load(std::memory_order_relaxed)) {               \
            return next##symbol arguments;                                    \
        }                                                                     \
        return counted(size, CALLER, [=] { return next##symbol arguments; }); \
    }

#define OPERATOR_DELETE(symbol, parameters, arguments)          \
    namespace {                                                 \
    NEXT(next##symbol, #symbol, void parameters)                \
    }                                                           \
    EXPORTED void symbol parameters {                           \
        if (!operators_count.load(std::memory_order_relaxed)) { \
            return next##symbol arguments;                      \
        }                                                       \
        released(block, [=] { next##symbol arguments; });       \
    }

using Bytes = std::size_t;
using Tag = const std::nothrow_t*;  // a reference, as the machine passes it

OPERATOR_NEW(_Znwm, (Bytes size), (size))
OPERATOR_NEW(_Znam, (Bytes size), (size))
OPERATOR_NEW(_ZnwmRKSt9nothrow_t, (Bytes size, Tag tag), (size, tag))
OPERATOR_NEW(_ZnamRKSt9nothrow_t, (Bytes size, Tag tag), (size, tag))
OPERATOR_NEW(_ZnwmSt11align_val_t, (Bytes size, Bytes align), (size, align))
OPERATOR_NEW(_ZnamSt11align_val_t, (Bytes size, Bytes align), (size, align))
OPERATOR_NEW(_ZnwmSt11align_val_tRKSt9nothrow_t, (Bytes size, Bytes align, Tag tag),
             (size, align, tag))
OPERATOR_NEW(_ZnamSt11align_val_tRKSt9nothrow_t, (Bytes size, Bytes align, Tag tag),
             (size, align, tag))
OPERATOR_DELETE(_ZdlPv, (void* block), (block))
OPERATOR_DELETE(_ZdaPv, (void* block), (block))
OPERATOR_DELETE(_ZdlPvm, (void* block, Bytes size), (block, size))
OPERATOR_DELETE(_ZdaPvm, (void* block, Bytes size), (block, size))
OPERATOR_DELETE(_ZdlPvRKSt9nothrow_t, (void* block, Tag tag), (block, tag))
OPERATOR_DELETE(_ZdaPvRKSt9nothrow_t, (void* block, Tag tag), (block, tag))
OPERATOR_DELETE(_ZdlPvSt11align_val_t, (void* block, Bytes align), (block, align))
OPERATOR_DELETE(_ZdaPvSt11align_val_t, (void* block, Bytes align), (block, align))
OPERATOR_DELETE(_ZdlPvmSt11align_val_t, (void* block, Bytes size, Bytes align),
                (block, size, align))
OPERATOR_DELETE(_ZdaPvmSt11align_val_t, (void* block, Bytes size, Bytes align),
                (block, size, align))

#endif
