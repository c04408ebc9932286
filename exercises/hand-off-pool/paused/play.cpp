/// Stops the source or the sink before each memory access, and lets the other continue.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hand_off_pool.hpp"
#include "paused.hpp"
#include "words.hpp"

namespace {

class Both {
  public:
    explicit Both(std::size_t packets) : pool_{packets}, packets_{packets} {}
    bool one() {
        Packet* const packet = pool_.acquire();
        if (packet != nullptr) {
            right_ = right_ && std::find(out_.begin(), out_.end(), packet) == out_.end();
            out_.push_back(packet);
        }
        return packet != nullptr;
    }
    bool other() {
        if (!out_.empty()) {
            Packet* const packet = out_.back();
            out_.pop_back();  // The other thread may get it before this call has ended.
            pool_.give_back(packet);
        }
        return true;
    }
    bool use(std::size_t out) {
        while (right_ && out_.size() <= packets_ && one()) {
        }
        right_ = right_ && out_.size() == packets_;
        while (right_ && out_.size() > out) {
            other();
        }
        return right_;
    }

  private:
    HandOffPool pool_;
    std::size_t packets_;
    std::vector<Packet*> out_;
    bool right_ = true;  ///< no packet was acquired while it was out
};

}  // namespace

void driver::play(Words& words) {
    play_paused<Both>(words);
}
