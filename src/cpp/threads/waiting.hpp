#pragma once

#include <thread>

#include "counter.hpp"

namespace allocpool::threads {

/// How a thread waits for another one: it spins, as what it waits for mostly takes less
/// than a microsecond; after some turns it also lets other threads run, one of which may
/// be the one that it waits for, where there are more threads than cores.
///
/// For one wait, or for several with a `reset()` before each. Not safe for use by more
/// than one thread.
class Waiting {
  public:
    // --8<-- [start:waiting]
    /// To be called whenever what is waited for is not there.
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
    /// A few microseconds.
    static constexpr int most_turns = 100;

    int turns_ = 0;
};

}  // namespace allocpool::threads
