#pragma once

#include <atomic>
#include <thread>
#include <utility>

#include "clock_queue_layout.hpp"

namespace allocpool::queue_bench {

/// The other side of a measurement: a thread that runs until its owner is destroyed. It
/// uses what its owner declared before it.
class alignas(ClockQueueLayout::line_bytes) HelperThread {
  public:
    /// @param body takes the flag that tells it to end, and reads it in every iteration
    template <class Body>
    explicit HelperThread(Body body)
        : thread_{[this, run = std::move(body)] { run(stopping_); }} {}

    HelperThread(const HelperThread&) = delete;
    HelperThread& operator=(const HelperThread&) = delete;

    ~HelperThread() {
        // Relaxed is enough: the flag guards no data, and join() orders everything else.
        stopping_.store(true, std::memory_order_relaxed);
        thread_.join();
    }

  private:
    std::atomic<bool> stopping_{false};
    std::thread thread_;  // last, because it uses the flag
};

}  // namespace allocpool::queue_bench
