#pragma once

/// The queues of this family share a contract: one producer, one consumer, 32-bit
/// numbers, and a producer that never waits for its consumer. Numbers that don't fit are
/// dropped, the newest first; the others arrive in order.
///
/// A queue has two ends. Each belongs to one thread at a time. To hand an end to another
/// thread, make its last use happen before the new one (a join will do).
///
/// What a thread did before it offered a number happens before anything another one does
/// after taking it. So a number may be a handle for something in memory.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace allocpool {

/// Appends one number at a time. False if there was no room; the number is then dropped.
template <class End>
concept SingleProducer = requires(End& end, std::uint32_t number) {
    { end.offer(number) } noexcept -> std::same_as<bool>;
};

/// Appends `count` consecutive numbers from `first` on (modulo 2^32), or as many as fit,
/// and returns how many. `publish()` hands over what is still pending; false if it can't
/// yet.
template <class End>
concept BatchProducer = requires(End& end, std::uint32_t first, std::uint64_t count) {
    { end.push(first, count) } noexcept -> std::same_as<std::uint64_t>;
    { end.publish() } noexcept -> std::same_as<bool>;
};

/// Takes one number at a time. False if there is none.
template <class End>
concept SingleConsumer = requires(End& end, std::uint32_t& number) {
    { end.take(number) } noexcept -> std::same_as<bool>;
};

/// Something that can be used like a `std::span` of numbers.
template <class Numbers>
concept TickBatch = requires(const Numbers& numbers, std::size_t count) {
    { numbers.size() } -> std::same_as<std::size_t>;
    { numbers.empty() } -> std::same_as<bool>;
    { *numbers.begin() } -> std::convertible_to<std::uint32_t>;
    { numbers.first(count) } -> std::same_as<Numbers>;
    { numbers.subspan(count) } -> std::same_as<Numbers>;
};

/// `poll()` returns the numbers available now, oldest first; they stay valid until
/// `release()`, which frees their slots. Call the two alternately; only a `poll()` that
/// found nothing needs no `release()`.
template <class End>
concept BatchConsumer = requires(End& end) {
    { end.poll() } noexcept -> TickBatch;
    { end.release() } noexcept;
};

/// A queue that owns its memory and has both ends.
///
/// Its constructor takes the capacity in numbers, and throws std::invalid_argument if
/// there can't be such a queue.
template <class Queue>
concept TickQueue =
    std::constructible_from<Queue, std::int64_t> && requires(Queue& queue) {
        { queue.capacity() } -> std::same_as<std::uint32_t>;
        queue.producer();
        queue.consumer();
        requires SingleProducer<decltype(queue.producer())> ||
                     BatchProducer<decltype(queue.producer())>;
        requires SingleConsumer<decltype(queue.consumer())> ||
                     BatchConsumer<decltype(queue.consumer())>;
    };

/// Appends consecutive numbers through either kind of end. Once there is no room, the
/// remaining, newest numbers are dropped.
/// @return how many were appended
template <BatchProducer Producer>
std::uint64_t append(Producer& producer, std::uint32_t first,
                     std::uint64_t count) noexcept {
    return producer.push(first, count);
}

template <SingleProducer Producer>
    requires(!BatchProducer<Producer>)
std::uint64_t append(Producer& producer, std::uint32_t first,
                     std::uint64_t count) noexcept {
    std::uint64_t appended = 0;
    while (appended < count &&
           producer.offer(first + static_cast<std::uint32_t>(appended))) {
        ++appended;
    }
    return appended;
}

/// Hands over what was appended, if the end takes a separate step for that.
/// @return true if everything has been handed over
template <class Producer>
bool publish(Producer& producer) noexcept {
    if constexpr (BatchProducer<Producer>) {
        return producer.publish();
    } else {
        return true;
    }
}

}  // namespace allocpool
