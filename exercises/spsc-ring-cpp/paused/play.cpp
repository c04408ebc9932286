/// Stops a push or a pop before each memory access, and lets the other side continue.

#include <array>
#include <cstddef>
#include <cstdint>

#include "drawn.hpp"
#include "paused.hpp"
#include "spsc_ring.hpp"
#include "words.hpp"

namespace {

/// Draws what the ordinary driver pushes: all 64 bits, and sometimes an extreme.
std::uint64_t next_number(driver::Drawn& numbers) {
    constexpr std::array<std::uint64_t, 3> extremes{0, std::uint64_t{1} << 63U,
                                                    UINT64_MAX};
    const std::uint64_t number = numbers.next();
    return number % 100 == 0 ? extremes[number / 100 % extremes.size()] : number * 31;
}

class Both {
  public:
    Both(std::size_t capacity, std::int64_t seed)
        : ring_{capacity}, pushed_{seed}, popped_{seed}, next_{next_number(pushed_)} {}
    bool one() {
        const bool done = ring_.try_push(next_);
        if (done) {
            next_ = next_number(pushed_);
            ++held_;
        }
        return done;
    }
    bool other() {
        std::uint64_t value = 0;
        const bool done = ring_.try_pop(value);
        if (done) {
            right_ = right_ && value == next_number(popped_);
            --held_;  // This may precede the count of the push that has been stopped.
        }
        return done;
    }
    bool use(std::size_t held) {
        while (right_ && held_ > held) {
            right_ = other() && right_;
        }
        while (right_ && held_ < held) {
            right_ = one();
        }
        return right_;
    }
    bool has_all() { return use(0) && !other(); }

  private:
    SpscRing ring_;
    driver::Drawn pushed_;
    driver::Drawn popped_;  ///< the same numbers, as they should come out
    std::uint64_t next_;    ///< the number to push
    std::size_t held_ = 0;
    bool right_ = true;  ///< each popped number was the expected one
};

}  // namespace

void driver::play(Words& words) {
    play_paused<Both, 3>(words);
}
