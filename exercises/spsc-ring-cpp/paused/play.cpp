/// Stops a push or a pop before each memory access, and lets the other side continue.

#include <cstddef>
#include <cstdint>

#include "paused.hpp"
#include "spsc_ring.hpp"
#include "words.hpp"

namespace {

class Both {
  public:
    explicit Both(std::size_t capacity) : ring_{capacity} {}
    bool one() {
        const bool done = ring_.try_push(pushed_);
        pushed_ += done ? 1 : 0;
        return done;
    }
    bool other() {
        std::uint64_t value = 0;
        const bool done = ring_.try_pop(value);
        right_ = right_ && (!done || value == popped_++);
        return done;
    }
    bool use(std::size_t held) {
        while (right_ && other()) {
        }
        right_ = right_ && popped_ == pushed_;
        for (; right_ && held > 0; --held) {
            right_ = one();
        }
        return right_;
    }

  private:
    SpscRing ring_;
    std::uint64_t pushed_ = 0;  ///< how many numbers; also the next one
    std::uint64_t popped_ = 0;
    bool right_ = true;  ///< each popped number was the expected one
};

}  // namespace

void driver::play(Words& words) {
    play_paused<Both>(words);
}
