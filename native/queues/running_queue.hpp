#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include "clock.hpp"
#include "clock_queue_layout.hpp"
#include "queues/paced_producer.hpp"
#include "queues/queue_kind.hpp"
#include "queues/tick_reader.hpp"

namespace allocpool {

/// A queue of any kind, in the caller's memory, and the clock that fills it.
class RunningQueue {
  public:
    RunningQueue() = default;
    RunningQueue(const RunningQueue&) = delete;
    RunningQueue& operator=(const RunningQueue&) = delete;
    virtual ~RunningQueue() = default;

    /// Ends the clock's thread. Any thread may call it.
    virtual void stop() noexcept = 0;

    /// See `ClockThread`. Any thread may call it.
    virtual std::chrono::nanoseconds longest_stall(bool reset) noexcept = 0;

    /// Takes all waiting numbers that fit. One thread at a time may call it, and only if
    /// nobody reads the memory itself.
    /// @return how many
    virtual std::size_t take(std::span<std::uint32_t> target) noexcept = 0;
};

/// A queue's memory, capacity and pace.
struct QueueRequest {
    void* memory;  ///< outlives the queue
    std::int64_t bytes;
    std::int64_t capacity;
    std::int64_t beat_ps;
    std::int32_t ticks_per_beat;
    std::uint32_t first_tick;
};

template <class Kind>
class RunningQueueOf final : public RunningQueue {
  public:
    explicit RunningQueueOf(const QueueRequest& request)
        : memory_{request.memory, static_cast<std::size_t>(request.bytes),
                  request.capacity},
          producer_{memory_},
          consumer_{memory_},
          reader_{consumer_},
          clock_{Clock::system(), producer_,
                 Pace{request.beat_ps, request.ticks_per_beat, Kind::most_per_reading},
                 request.first_tick} {}

    void stop() noexcept override { clock_.stop(); }

    std::chrono::nanoseconds longest_stall(bool reset) noexcept override {
        return clock_.longest_stall(reset);
    }

    std::size_t take(std::span<std::uint32_t> target) noexcept override {
        std::size_t count = 0;
        for (std::size_t part = 1; part != 0 && count < target.size(); count += part) {
            std::uint32_t* next = target.data() + count;
            part = reader_.read(target.size() - count,
                                [&](std::uint32_t number) { *next++ = number; });
        }
        return count;
    }

  private:
    using Parts = typename Kind::Parts;

    typename Parts::Memory memory_;
    alignas(ClockQueueLayout::line_bytes) typename Parts::Producer producer_;
    alignas(ClockQueueLayout::line_bytes) typename Parts::Consumer consumer_;
    TickReader<typename Parts::Consumer> reader_;
    PacedProducer<typename Parts::Producer> clock_;  // last, so that it ends first
};

/// @throws std::invalid_argument if the request can't be met; the message says why
/// @throws std::system_error if the thread can't be created
inline std::unique_ptr<RunningQueue> start_queue(std::int32_t kind,
                                                 const QueueRequest& request) {
    if (request.bytes < 0) {
        throw std::invalid_argument("a queue's memory can't have a negative size");
    }
    return with_kind(kind, [&](auto chosen) -> std::unique_ptr<RunningQueue> {
        return std::make_unique<RunningQueueOf<decltype(chosen)>>(request);
    });
}

}  // namespace allocpool
