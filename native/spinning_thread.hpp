#pragma once

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

namespace allocpool {

/// A thread whose loop checks a stop flag in every iteration. It never sleeps, so it
/// occupies a core.
///
/// Declare it after everything that its loop uses: it is then destroyed first, which ends
/// the thread. Its owner keeps it on cache lines of its own, as the flag is read all the
/// time.
class SpinningThread {
  public:
    SpinningThread() = default;
    SpinningThread(const SpinningThread&) = delete;
    SpinningThread& operator=(const SpinningThread&) = delete;

    ~SpinningThread() { stop(); }

    /// Starts the thread. Call it once, before any other thread knows this object.
    /// @param loop runs until `stopping()`, and throws nothing
    /// @throws std::system_error if the thread can't be created
    template <class Loop>
    void start(Loop loop) {
        thread_ = std::thread{std::move(loop)};
    }

    /// True if the loop has to end. Any thread may call it.
    bool stopping() const noexcept {
        // Relaxed is enough: the flag guards no data, and join() orders everything else.
        return stopping_.load(std::memory_order_relaxed);
    }

    /// Ends the thread. Once this returns, the loop has ended, even if several threads
    /// call this at once. Any thread may call it but this one itself; a second call has
    /// no effect.
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
