#include "hand_off_pool.hpp"

#include <atomic>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace detail {

/// One writer, one reader, room for all there is.
template <class Value>
class Mailbox {
  public:
    explicit Mailbox(std::size_t room) : letters_(room) {}

    void send(Value value) {
        const auto n = sent_.load();
        letters_[n % letters_.size()] = value;
        sent_ = n + 1;
    }

    template <class Then>
    bool receive(Then&& then) {
        if (received_ == sent_) return false;
        then(letters_[received_++ % letters_.size()]);
        return true;
    }

  private:
    std::vector<Value> letters_;
    std::atomic<std::uint64_t> sent_ = 0;
    std::uint64_t received_ = 0;
};

}  // namespace detail

struct HandOffPool::State {
    explicit State(std::size_t n) : packets(n), own(n), mailbox(n) {
        std::iota(own.begin(), own.end(), std::uint32_t{0});
    }
    std::vector<Packet> packets;
    std::vector<std::uint32_t> own;
    detail::Mailbox<std::uint32_t> mailbox;
};

HandOffPool::HandOffPool(std::size_t packets) : state_(new State(packets)) {}
HandOffPool::~HandOffPool() { delete state_; }

Packet* HandOffPool::acquire() noexcept {
    while (state_->mailbox.receive([this](auto number) { state_->own.push_back(number); })) {
    }
    if (state_->own.empty()) return nullptr;
    const auto number = state_->own.back();
    state_->own.pop_back();
    return &state_->packets.at(number);
}

void HandOffPool::give_back(Packet* packet) noexcept {
    const std::span all{state_->packets};
    state_->mailbox.send(static_cast<std::uint32_t>(packet - all.data()));
}
