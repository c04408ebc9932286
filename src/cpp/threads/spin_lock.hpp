#pragma once

#include <atomic>

#include "waiting.hpp"

namespace allocpool::threads {

/// A lock whose waiters do not sleep: "test and test-and-set" (L. Rudolph and Z. Segall,
/// "Dynamic decentralized cache schemes for MIMD parallel processors", ISCA 1984).
///
/// Meant for a few instructions between `lock()` and `unlock()`. Progress: blocking. It
/// isn't fair, and if its holder is descheduled, all others wait. Wrong use: a thread
/// that locks it twice waits for ever.
class SpinLock {
  public:
    // --8<-- [start:spin-lock]
    void lock() noexcept {
        // Acquire: what the previous holder did is visible to us.
        while (locked_.exchange(true, std::memory_order_acquire)) {
            // An exchange takes the cache line away from the holder; a load shares it. So
            // we only look until it seems free. Relaxed: nothing depends on it yet.
            Waiting waiting;
            while (locked_.load(std::memory_order_relaxed)) {
                waiting.pause();
            }
        }
    }

    void unlock() noexcept {
        // Release: what we did is visible to the next holder.
        locked_.store(false, std::memory_order_release);
    }
    // --8<-- [end:spin-lock]

  private:
    std::atomic<bool> locked_{false};
};

}  // namespace allocpool::threads
