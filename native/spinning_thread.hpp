#pragma once

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

namespace allocpool {

/// A thread that looks on every turn of its loop whether it shall end. It never sleeps, so
/// it takes a core.
///
/// To be the last member of what its loop uses: it is destroyed first, and ended by that.
/// The owner keeps it on cache lines of its own, as the flag is read all the time.
class SpinningThread {
  public:
    SpinningThread() = default;
    SpinningThread(const SpinningThread&) = delete;
    SpinningThread& operator=(const SpinningThread&) = delete;

    ~SpinningThread() { stop(); }

    /// Starts the thread. Call it once, before any other thread knows of this
    /// object.
    /// @param loop runs until `stopping()`, and throws nothing
    /// @throws std::system_error when there can't be another thread
    template <class Loop>
    void start(Loop loop) {
        thread_ = std::thread{std::move(loop)};
    }

    /// Whether the loop has to end. Any thread may call it.
    bool stopping() const noexcept {
        // Relaxed is enough: the flag guards no data, and join() orders everything else.
        return stopping_.load(std::memory_order_relaxed);
    }

    /// Ends the thread. When this returns, the loop has ended, whoever else called it at
    /// the same time. Any thread may call it but this one itself; a second call has no
    /// effect.
    void stop() noexcept {
        stopping_.store(true, std::memory_order_relaxed);
        const std::lock_guard guard{joining_};
        if (thread_.joinable()) {
            thread_.join();
        }
    }

  private:
    std::atomic<bool> stopping_{false};
    std::mutex joining_;
    std::thread thread_;
};

}  // namespace allocpool
