/// The native half of the Java class `allocpool.queues.NativeQueues`.
///
/// Safety: a running queue holds a global reference to its ByteBuffer, so the memory
/// can't be collected, and the reference goes only after the thread was joined.
/// Unloading the library stops whatever still runs.

#include <jni.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include "jni/guarded.hpp"
#include "queues/c_api.h"
#include "queues/queue_kind.hpp"
#include "queues/registry.hpp"
#include "queues/running_queue.hpp"

namespace {

using allocpool::guarded;
using allocpool::registry;

/// A direct buffer's memory.
struct DirectMemory {
    void* address;
    std::size_t bytes;
};

/// @throws std::invalid_argument unless the buffer is a direct one
DirectMemory memory_of(JNIEnv* env, jobject buffer) {
    void* address = buffer == nullptr ? nullptr : env->GetDirectBufferAddress(buffer);
    if (address == nullptr) {
        throw std::invalid_argument("a queue's memory must be a direct ByteBuffer");
    }
    return {address, static_cast<std::size_t>(env->GetDirectBufferCapacity(buffer))};
}

/// Keeps a Java object alive until the last copy of the returned pointer is gone. A
/// thread that is not attached to the JVM can't release it: then it is never collected.
std::shared_ptr<void> kept(JNIEnv* env, jobject object) {
    JavaVM* vm = nullptr;
    if (env->GetJavaVM(&vm) != JNI_OK) {
        throw std::runtime_error("the virtual machine does not tell its address");
    }
    jobject reference = env->NewGlobalRef(object);
    if (reference == nullptr) {
        throw std::bad_alloc{};
    }
    return {
        static_cast<void*>(reference), [vm](void* held) {
            void* here = nullptr;
            if (vm->GetEnv(&here, JNI_VERSION_1_8) == JNI_OK) {
                static_cast<JNIEnv*>(here)->DeleteGlobalRef(static_cast<jobject>(held));
            }
        }};
}

jlong start(JNIEnv* env, jint kind, jobject buffer, jint capacity, jlong interval_ps,
            jint ticks_per_beat, jint first_tick) {
    const DirectMemory memory = memory_of(env, buffer);
    std::shared_ptr<void> keeper = kept(env, buffer);
    auto queue = allocpool::start_queue(
        kind, {memory.address, static_cast<std::int64_t>(memory.bytes), capacity,
               interval_ps, ticks_per_beat, static_cast<std::uint32_t>(first_tick)});
    return registry().add(std::move(queue), std::move(keeper));
}

jlong take(jlong handle) {
    std::uint32_t number = 0;
    return registry().take(handle, {&number, 1}) == 1 ? jlong{number}
                                                      : jlong{ALLOCPOOL_QUEUE_EMPTY};
}

}  // namespace

extern "C" {

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM*, void*) {
    return JNI_VERSION_1_8;
}

JNIEXPORT void JNICALL JNI_OnUnload(JavaVM*, void*) {
    registry().stop_all();
}

/// Returns a handle above 0. The parameters are those of `allocpool_queue_start`.
JNIEXPORT jlong JNICALL Java_allocpool_queues_NativeQueues_start0(
    JNIEnv* env, jclass, jint kind, jobject memory, jint capacity, jlong interval_ps,
    jint ticks_per_beat, jint first_tick) {
    return guarded(env, [&] {
        return start(env, kind, memory, capacity, interval_ps, ticks_per_beat,
                     first_tick);
    });
}

JNIEXPORT void JNICALL Java_allocpool_queues_NativeQueues_stop0(JNIEnv*, jclass,
                                                                jlong handle) {
    registry().stop(handle);
}

JNIEXPORT jlong JNICALL Java_allocpool_queues_NativeQueues_longestStallNanos0(
    JNIEnv* env, jclass, jlong handle, jboolean reset) {
    return guarded(env, [&] {
        return jlong{registry().longest_stall(handle, reset == JNI_TRUE).count()};
    });
}

JNIEXPORT jlong JNICALL Java_allocpool_queues_NativeQueues_bytes0(JNIEnv* env, jclass,
                                                                  jint kind,
                                                                  jint capacity) {
    return guarded(env, [&] { return jlong{allocpool::queue_bytes(kind, capacity)}; });
}

JNIEXPORT jint JNICALL Java_allocpool_queues_NativeQueues_offset0(JNIEnv* env, jclass,
                                                                  jint kind, jint which,
                                                                  jint capacity) {
    return guarded(env, [&] {
        return static_cast<jint>(allocpool::queue_offset(kind, which, capacity));
    });
}

/// Returns a number, as unsigned, or -1 if there is none.
JNIEXPORT jlong JNICALL Java_allocpool_queues_NativeQueues_take0(JNIEnv* env, jclass,
                                                                 jlong handle) {
    return guarded(env, [&] { return take(handle); });
}

/// Does nothing: for measuring what a call costs by itself.
JNIEXPORT jlong JNICALL Java_allocpool_queues_NativeQueues_echo0(JNIEnv*, jclass,
                                                                 jlong value) {
    return value;
}

}  // extern "C"
