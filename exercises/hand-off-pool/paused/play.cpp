/// Stops the source or the sink before each access to memory, and has the other go on.

#include <cstddef>
#include <vector>

#include "hand_off_pool.hpp"
#include "paused.hpp"
#include "words.hpp"

namespace {

class Both {
  public:
    explicit Both(std::size_t packets) : pool_{packets} { out_.reserve(packets); }
    bool one() {
        Packet* const packet = pool_.acquire();
        if (packet != nullptr) {
            out_.push_back(packet);
        }
        return packet != nullptr;
    }
    bool other() {
        if (!out_.empty()) {
            pool_.give_back(out_.back());
            out_.pop_back();
        }
        return true;
    }
    void use(std::size_t out) {
        while (out_.size() > out) {
            other();
        }
        while (out_.size() < out && one()) {
        }
    }

  private:
    HandOffPool pool_;
    std::vector<Packet*> out_;
};

}  // namespace

void driver::play(Words& words) {
    play_paused<Both>(words);
}
