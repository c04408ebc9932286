#pragma once

/// The boundary between C++ and Java, which no C++ exception may pass.

#include <jni.h>

#include <exception>
#include <new>
#include <stdexcept>

namespace allocpool {

/// Makes a Java exception pending, unless one already is, such as an OutOfMemoryError:
/// Java must see the first. Java throws it when the native function returns.
/// @param class_name with slashes
inline void throw_java(JNIEnv* env, const char* class_name, const char* message) {
    if (env->ExceptionCheck()) {
        return;
    }
    if (jclass type = env->FindClass(class_name); type != nullptr) {
        env->ThrowNew(type, message);
    }
}

/// Calls `body` and turns a C++ exception into its Java counterpart. After that, the
/// native function must do no more than return.
/// @return what `body` returned, or zero if there was an exception
template <class Body>
auto guarded(JNIEnv* env, Body body) -> decltype(body()) {
    try {
        return body();
    } catch (const std::invalid_argument& bad) {
        throw_java(env, "java/lang/IllegalArgumentException", bad.what());
    } catch (const std::bad_alloc&) {
        throw_java(env, "java/lang/OutOfMemoryError", "no native memory for a queue");
    } catch (const std::exception& failure) {
        throw_java(env, "java/lang/IllegalStateException", failure.what());
    }
    return {};
}

}  // namespace allocpool
