#pragma once

#include <readerwriterqueue/readerwriterqueue.h>

#include <cstdint>

#include "queues/ring_layout.hpp"

namespace allocpool::queue_bench {

/// moodycamel::ReaderWriterQueue, with the interface of our family. It moves one number
/// at a time; `try_enqueue` never allocates. Its capacity is in blocks of up to 512, so
/// there may be room for a few more numbers than asked for.
class MoodycamelQueue {
  public:
    explicit MoodycamelQueue(std::int64_t capacity)
        : capacity_{RingLayout::checked(capacity)}, queue_{capacity_} {}

    std::uint32_t capacity() const noexcept { return capacity_; }
    MoodycamelQueue& producer() noexcept { return *this; }
    MoodycamelQueue& consumer() noexcept { return *this; }

    bool offer(std::uint32_t number) noexcept { return queue_.try_enqueue(number); }
    bool take(std::uint32_t& number) noexcept { return queue_.try_dequeue(number); }

  private:
    std::uint32_t capacity_;
    moodycamel::ReaderWriterQueue<std::uint32_t> queue_;
};

}  // namespace allocpool::queue_bench
