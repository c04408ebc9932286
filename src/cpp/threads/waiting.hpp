#pragma once

#include <thread>

#include "counter.hpp"

namespace allocpool::threads {

/// How a thread waits for another one: it spins, because most waits take less than a
/// microsecond. After some turns it also yields, since with more threads than cores, the
/// one it waits for may not be running.
///
/// For one wait, or for several with a `reset()` before each. Not safe for use by more
/// than one thread.
class Waiting {
  public:
    // --8<-- [start:waiting]
    /// Call each time there's nothing yet.
    void pause() noexcept {
        if (turns_ == most_turns) {
            std::this_thread::yield();
        } else {
            ++turns_;
            counter::relax();
        }
    }

    void reset() noexcept { turns_ = 0; }
    // --8<-- [end:waiting]

  private:
    /// A few microseconds on x86; far less on Arm cores where relax() takes no time.
    static constexpr int most_turns = 100;

    int turns_ = 0;
};

}  // namespace allocpool::threads
