#pragma once

#include <cstddef>
#include <cstdint>

/// A queue of numbers for one producer and one consumer, which may be two threads.
/// Neither ever waits.
class SpscRing {
  public:
    /// Makes an empty ring. @param capacity how many numbers it holds, a power of two
    explicit SpscRing(std::size_t capacity);
    /// Both threads must have finished with the ring.
    ~SpscRing();
    SpscRing(const SpscRing&) = delete;
    SpscRing& operator=(const SpscRing&) = delete;

    /// Appends a number; false if the ring is full. Only the producer calls this.
    bool try_push(std::uint64_t value) noexcept;

    /// Takes the oldest number; false if the ring is empty. Only the consumer calls this.
    bool try_pop(std::uint64_t& value) noexcept;

  private:
    struct State;
    State* state_;
};
