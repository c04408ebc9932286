/// Stops a push or a pop before each access to memory, and has the other side go on.

#include <cstddef>
#include <cstdint>

#include "paused.hpp"
#include "spsc_ring.hpp"
#include "words.hpp"

namespace {

class Both {
  public:
    explicit Both(std::size_t capacity) : ring_{capacity} {}
    bool one() { return ring_.try_push(7); }
    bool other() {
        std::uint64_t value = 0;
        return ring_.try_pop(value);
    }
    void use(std::size_t held) {
        while (other()) {
        }
        for (; held > 0; --held) {
            one();
        }
    }

  private:
    SpscRing ring_;
};

}  // namespace

void driver::play(Words& words) {
    play_paused<Both>(words);
}
