/// Stops the source or the sink before each access to memory, and has the other go on.

#include <cstddef>
#include <vector>

#include "hand_off_pool.hpp"
#include "paused.hpp"
#include "words.hpp"

namespace {

class Both {
  public:
    Both(std::size_t packets, std::size_t out) : pool_{packets} {
        for (int turn = 0; turn < driver::turns_before; ++turn) {
            out_.push_back(pool_.acquire());
            other();
        }
        while (out_.size() < out) {
            out_.push_back(pool_.acquire());
        }
    }
    bool one() { return pool_.acquire() != nullptr; }
    bool other() {
        if (!out_.empty()) {
            pool_.give_back(out_.back());
            out_.pop_back();
        }
        return true;
    }

  private:
    HandOffPool pool_;
    std::vector<Packet*> out_;
};

}  // namespace

void driver::play(Words& words) {
    play_paused<Both>(words);
}
