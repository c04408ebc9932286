#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "clock_queue_layout.hpp"
#include "queues/tick_queue.hpp"

namespace allocpool {

/// A queue that owns its memory, touched in advance so that no thread takes page faults,
/// and both ends, each on cache lines of its own.
///
/// @tparam Parts names its parts: `Layout`, `Memory`, `Producer`, `Consumer`
template <class Parts>
class OwnedQueue {
  public:
    using Producer = typename Parts::Producer;
    using Consumer = typename Parts::Consumer;

    /// @throws std::invalid_argument if the capacity is out of the layout's range
    explicit OwnedQueue(std::int64_t capacity)
        : bytes_{Parts::Layout::bytes(Parts::Layout::checked(capacity))},
          block_{std::make_unique<std::byte[]>(bytes_)},
          memory_{block_.get(), bytes_, capacity},
          producer_{memory_},
          consumer_{memory_} {}

    OwnedQueue(const OwnedQueue&) = delete;
    OwnedQueue& operator=(const OwnedQueue&) = delete;

    std::uint32_t capacity() const noexcept { return memory_.capacity(); }
    Producer& producer() noexcept { return producer_; }
    Consumer& consumer() noexcept { return consumer_; }

    /// For the producing thread: see `SingleProducer`.
    bool offer(std::uint32_t number) noexcept
        requires SingleProducer<Producer>
    {
        return producer_.offer(number);
    }

    /// For the consuming thread: see `SingleConsumer`.
    bool take(std::uint32_t& number) noexcept
        requires SingleConsumer<Consumer>
    {
        return consumer_.take(number);
    }

  private:
    std::size_t bytes_;
    std::unique_ptr<std::byte[]> block_;
    typename Parts::Memory memory_;
    alignas(ClockQueueLayout::line_bytes) Producer producer_;
    alignas(ClockQueueLayout::line_bytes) Consumer consumer_;
};

}  // namespace allocpool
