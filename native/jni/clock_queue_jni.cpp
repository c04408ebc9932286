/// The native half of the Java class `allocpool.clock.ClockQueue`.
///
/// Safety: a running clock holds a global reference to its ByteBuffer, so the memory
/// can't be collected, and the reference goes only after the thread was joined. Java
/// never gets a pointer: a handle is a number that is looked up, so stopping twice, or
/// querying a stopped clock, is harmless. Unloading the library stops whatever still
/// runs.

#include <jni.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "clock.hpp"
#include "clock_queue.hpp"
#include "clock_queue_layout.hpp"
#include "clock_thread.hpp"
#include "jni/guarded.hpp"

namespace {

using allocpool::Clock;
using allocpool::ClockProducer;
using allocpool::ClockQueueLayout;
using allocpool::ClockQueueMemory;
using allocpool::ClockThread;
using allocpool::guarded;

/// A clock and the reference that keeps its memory alive.
class RunningClock {
  public:
    RunningClock(const ClockQueueMemory& memory, jlong interval_ps, jint first_sequence)
        : thread_{Clock::system(), ClockProducer{memory}, interval_ps,
                  static_cast<std::uint32_t>(first_sequence)} {}

    /// Takes over the reference. Call it before anybody else can see this object.
    void hold(jobject global_reference) noexcept { reference_ = global_reference; }

    /// Joins the thread, and only then lets go of the memory.
    /// @param env may be null: then the memory is never collected
    void stop(JNIEnv* env) noexcept {
        thread_.stop();
        if (env != nullptr && reference_ != nullptr) {
            env->DeleteGlobalRef(std::exchange(reference_, nullptr));
        }
    }

    std::int64_t longest_stall_nanos(bool reset) noexcept {
        return thread_.longest_stall(reset).count();
    }

  private:
    jobject reference_ = nullptr;
    ClockThread thread_;
};

/// All running clocks by handle. Thread-safe.
class Registry {
  public:
    /// Shared, so that a clock is not destroyed while another thread queries it.
    using Entry = std::shared_ptr<RunningClock>;

    jlong add(Entry clock) {
        const std::lock_guard guard{mutex_};
        clocks_.emplace(++last_handle_, std::move(clock));
        return last_handle_;
    }

    /// @return null if there is no such clock
    Entry find(jlong handle) {
        const std::lock_guard guard{mutex_};
        const auto found = clocks_.find(handle);
        return found == clocks_.end() ? nullptr : found->second;
    }

    Entry remove(jlong handle) {
        const std::lock_guard guard{mutex_};
        const auto found = clocks_.find(handle);
        if (found == clocks_.end()) {
            return nullptr;
        }
        Entry clock = std::move(found->second);
        clocks_.erase(found);
        return clock;
    }

    std::map<jlong, Entry> remove_all() {
        const std::lock_guard guard{mutex_};
        return std::exchange(clocks_, {});
    }

  private:
    std::mutex mutex_;
    jlong last_handle_ = 0;
    std::map<jlong, Entry> clocks_;
};

/// Never destroyed, on purpose: a daemon thread may still be here while the process
/// exits. A clock that runs until then is harmless, because its memory lives as long.
Registry& registry() {
    static Registry* const instance = new Registry;
    return *instance;
}

jlong start(JNIEnv* env, jobject buffer, jint capacity, jlong interval_ps,
            jint first_sequence) {
    void* address = buffer == nullptr ? nullptr : env->GetDirectBufferAddress(buffer);
    if (address == nullptr) {
        throw std::invalid_argument("a clock queue's memory must be a direct ByteBuffer");
    }
    const auto bytes = static_cast<std::size_t>(env->GetDirectBufferCapacity(buffer));
    const ClockQueueMemory memory{address, bytes, capacity};

    // The caller's own reference protects the memory until we have one.
    auto clock = std::make_shared<RunningClock>(memory, interval_ps, first_sequence);
    jobject reference = env->NewGlobalRef(buffer);
    if (reference == nullptr) {
        throw std::bad_alloc{};  // destroying the clock stops it
    }
    clock->hold(reference);
    try {
        return registry().add(clock);
    } catch (...) {
        clock->stop(env);
        throw;
    }
}

jlong longest_stall_nanos(jlong handle, bool reset) {
    const auto clock = registry().find(handle);
    if (clock == nullptr) {
        throw std::runtime_error("the clock has been stopped");
    }
    return clock->longest_stall_nanos(reset);
}

std::uint32_t checked_capacity(jint capacity) {
    return ClockQueueLayout::checked(capacity);
}

}  // namespace

extern "C" {

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM*, void*) {
    return JNI_VERSION_1_8;
}

JNIEXPORT void JNICALL JNI_OnUnload(JavaVM* vm, void*) {
    void* env = nullptr;
    if (vm->GetEnv(&env, JNI_VERSION_1_8) != JNI_OK) {
        env = nullptr;
    }
    for (auto& [handle, clock] : registry().remove_all()) {
        clock->stop(static_cast<JNIEnv*>(env));
    }
}

JNIEXPORT jlong JNICALL Java_allocpool_clock_ClockQueue_start0(JNIEnv* env, jclass,
                                                               jobject memory,
                                                               jint capacity,
                                                               jlong interval_ps,
                                                               jint first_sequence) {
    return guarded(
        env, [&] { return start(env, memory, capacity, interval_ps, first_sequence); });
}

JNIEXPORT void JNICALL Java_allocpool_clock_ClockQueue_stop0(JNIEnv* env, jclass,
                                                             jlong handle) {
    if (const auto clock = registry().remove(handle); clock != nullptr) {
        clock->stop(env);
    }
}

JNIEXPORT jlong JNICALL Java_allocpool_clock_ClockQueue_longestStallNanos0(
    JNIEnv* env, jclass, jlong handle, jboolean reset) {
    return guarded(env, [&] { return longest_stall_nanos(handle, reset == JNI_TRUE); });
}

JNIEXPORT jint JNICALL Java_allocpool_clock_ClockQueue_layoutBytes0(JNIEnv* env, jclass,
                                                                    jint capacity) {
    return guarded(env, [&] {
        return static_cast<jint>(ClockQueueLayout::bytes(checked_capacity(capacity)));
    });
}

JNIEXPORT jint JNICALL Java_allocpool_clock_ClockQueue_limitOffset0(JNIEnv*, jclass) {
    return static_cast<jint>(ClockQueueLayout::limit_offset);
}

JNIEXPORT jint JNICALL Java_allocpool_clock_ClockQueue_arrayOffset0(JNIEnv* env, jclass,
                                                                    jint which,
                                                                    jint capacity) {
    return guarded(env, [&] {
        if (which != 0 && which != 1) {
            throw std::invalid_argument("a clock queue has arrays 0 and 1, not " +
                                        std::to_string(which));
        }
        return static_cast<jint>(ClockQueueLayout::array_offset(
            static_cast<unsigned>(which), checked_capacity(capacity)));
    });
}

}  // extern "C"
