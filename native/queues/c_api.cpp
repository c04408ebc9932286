#include "queues/c_api.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <stdexcept>

#include "queues/queue_kind.hpp"
#include "queues/registry.hpp"
#include "queues/running_queue.hpp"

namespace {

using allocpool::registry;

/// Its size is fixed, because reporting that memory is exhausted must not need any.
thread_local std::array<char, 256> last_error{};

std::int64_t failed(std::int64_t code, const char* message) noexcept {
    std::snprintf(last_error.data(), last_error.size(), "%s", message);
    return code;
}

/// Calls `body` and turns a C++ exception into an error: none may pass the boundary.
template <class Body>
std::int64_t guarded(Body body) noexcept {
    try {
        return body();
    } catch (const std::invalid_argument& bad) {
        return failed(ALLOCPOOL_QUEUE_BAD_ARGUMENT, bad.what());
    } catch (const std::bad_alloc&) {
        return failed(ALLOCPOOL_QUEUE_NO_MEMORY, "no native memory for a queue");
    } catch (const std::exception& failure) {
        return failed(ALLOCPOOL_QUEUE_FAILED, failure.what());
    }
}

}  // namespace

std::int64_t allocpool_queue_start(std::int32_t kind, void* memory, std::int64_t bytes,
                                   std::int64_t capacity, std::int64_t interval_ps,
                                   std::int32_t ticks_per_beat,
                                   std::uint32_t first_tick) {
    return guarded([&] {
        return registry().add(
            allocpool::start_queue(
                kind, {memory, bytes, capacity, interval_ps, ticks_per_beat, first_tick}),
            nullptr);
    });
}

void allocpool_queue_stop(std::int64_t handle) {
    registry().stop(handle);
}

std::int64_t allocpool_queue_longest_stall_nanos(std::int64_t handle,
                                                 std::int32_t reset) {
    return guarded([&] { return registry().longest_stall(handle, reset != 0).count(); });
}

std::int64_t allocpool_queue_bytes(std::int32_t kind, std::int64_t capacity) {
    return guarded([&] { return allocpool::queue_bytes(kind, capacity); });
}

std::int64_t allocpool_queue_offset(std::int32_t kind, std::int32_t which,
                                    std::int64_t capacity) {
    return guarded([&] { return allocpool::queue_offset(kind, which, capacity); });
}

std::int64_t allocpool_queue_take(std::int64_t handle) {
    return guarded([&]() -> std::int64_t {
        std::uint32_t number = 0;
        if (registry().take(handle, {&number, 1}) == 0) {
            return ALLOCPOOL_QUEUE_EMPTY;
        }
        return number;
    });
}

std::int64_t allocpool_queue_drain(std::int64_t handle, std::uint32_t* target,
                                   std::int64_t most) {
    return guarded([&] {
        if (most < 0 || (target == nullptr && most > 0)) {
            throw std::invalid_argument("there must be room for 0 numbers or more");
        }
        const std::span<std::uint32_t> room{target, static_cast<std::size_t>(most)};
        return static_cast<std::int64_t>(registry().take(handle, room));
    });
}

std::int64_t allocpool_queue_echo(std::int64_t value) {
    return value;
}

const char* allocpool_queue_error(void) {
    return last_error.data();
}
