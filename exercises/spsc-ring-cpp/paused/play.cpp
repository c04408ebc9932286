/// Stops a push or a pop before each access to memory, and has the other side go on.

#include <cstddef>
#include <cstdint>

#include "paused.hpp"
#include "spsc_ring.hpp"
#include "words.hpp"

namespace {

class Both {
  public:
    Both(std::size_t capacity, std::size_t held) : ring_{capacity} {
        for (; held > 0; --held) {
            one();
        }
    }
    void one() { ring_.try_push(7); }
    void other() {
        std::uint64_t value = 0;
        ring_.try_pop(value);
    }

  private:
    SpscRing ring_;
};

}  // namespace

void driver::play(Words& words) {
    play_paused<Both>(words);
}
