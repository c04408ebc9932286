/// Stops the source or the sink before each memory access, and lets the other continue.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "drawn.hpp"
#include "hand_off_pool.hpp"
#include "paused.hpp"
#include "words.hpp"

namespace {

class Both {
  public:
    Both(std::size_t packets, std::int64_t seed)
        : pool_{packets}, packets_{packets}, numbers_{seed} {}
    bool one() {
        Packet* const packet = pool_.acquire();
        if (packet != nullptr) {
            right_ = right_ && std::find(out_.begin(), out_.end(), packet) == out_.end();
            out_.push_back(packet);
            std::uint64_t from = numbers_.next();
            for (std::uint64_t& word : packet->words) {
                word = from++;
            }
        }
        return packet != nullptr;
    }
    bool other() {
        if (!out_.empty()) {
            std::swap(out_[numbers_.next() % out_.size()], out_.back());
            Packet* const packet = out_.back();
            out_.pop_back();  // The other thread may get it before this call has ended.
            pool_.give_back(packet);
        }
        return true;
    }
    bool use(std::size_t out) {
        while (right_ && out_.size() > out) {
            other();
        }
        while (right_ && out_.size() < out) {
            right_ = one() && right_;
        }
        return right_;
    }
    bool has_all() { return use(packets_) && !one(); }

  private:
    HandOffPool pool_;
    std::size_t packets_;
    driver::Drawn numbers_;
    std::vector<Packet*> out_;
    bool right_ = true;  ///< no packet was acquired while it was out
};

}  // namespace

void driver::play(Words& words) {
    play_paused<Both, 2>(words);
}
