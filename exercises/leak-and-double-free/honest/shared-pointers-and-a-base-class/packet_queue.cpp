#include "packet_queue.hpp"

#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <string>

namespace packets {

class Message {
  public:
    virtual ~Message() = default;
    virtual Bytes payload() const noexcept = 0;
};

class Copied final : public Message {
  public:
    Copied(Bytes bytes, std::size_t header)
        : bytes_{std::make_unique<std::uint8_t[]>(bytes.size())}, size_{bytes.size()},
          header_{header} {
        std::memcpy(bytes_.get(), bytes.data(), bytes.size());
    }
    Bytes payload() const noexcept override {
        return Bytes{bytes_.get(), size_}.subspan(header_);
    }

  private:
    std::unique_ptr<std::uint8_t[]> bytes_;
    std::size_t size_, header_;
};

std::shared_ptr<const Message> parse(Bytes bytes) {
    const auto at = [&](std::size_t place) -> std::size_t {
        return place < bytes.size() ? bytes[place] : 0;
    };
    const std::size_t header = at(0), total = at(2) << 8 | at(3);
    const bool good = bytes.size() >= 4 && header >= 4 && total > header && total <= bytes.size();
    return good ? std::make_shared<const Copied>(bytes.first(total), header) : nullptr;
}

}  // namespace packets

struct PacketQueue::State {
    using Pointer = std::shared_ptr<const packets::Message>;
    std::size_t capacity;
    std::queue<Pointer, std::deque<Pointer>> waiting{};
    Pointer lent{};
    std::function<Pointer(Bytes)> reader = packets::parse;
};

PacketQueue::PacketQueue(std::size_t capacity) : state_{new State{capacity}} {}
PacketQueue::~PacketQueue() { delete state_; }

bool PacketQueue::push(Bytes bytes) {
    if (auto packet = state_->reader(bytes)) {
        if (state_->waiting.size() == state_->capacity) state_->waiting.pop();
        state_->waiting.push(std::move(packet));
        return true;
    }
    return false;
}

Bytes PacketQueue::pop() noexcept {
    state_->lent.reset();
    if (state_->waiting.empty()) return {};
    state_->lent = std::move(state_->waiting.front());
    state_->waiting.pop();
    return state_->lent->payload();
}
