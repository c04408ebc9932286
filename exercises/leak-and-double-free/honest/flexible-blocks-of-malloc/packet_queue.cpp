#include "packet_queue.hpp"

#include <stdlib.h>
#include <string.h>

#include <memory>
#include <new>

namespace {

struct Free {
    void operator()(void *block) const noexcept { free(block); }
};

using Block = std::unique_ptr<std::uint8_t, Free>;

struct Entry {
    Block block;
    std::uint16_t header, total;
};

}  // namespace

struct PacketQueue::State {
    size_t capacity, head, tail;  // head == tail: empty
    Entry shown;
    Entry *entries;
};

PacketQueue::PacketQueue(std::size_t capacity)
    : state_(new State{capacity, 0, 0, {}, new Entry[capacity]}) {}

PacketQueue::~PacketQueue() {
    delete[] state_->entries;
    delete state_;
}

bool PacketQueue::push(Bytes bytes) {
    if (bytes.size() < 4 || bytes[0] < 4)
        return false;
    std::uint16_t total = (std::uint16_t)((bytes[2] << 8) + bytes[3]);
    if (total <= bytes[0] || total > bytes.size())
        return false;
    Block block((std::uint8_t *)malloc(total));
    if (!block)
        throw std::bad_alloc();
    memcpy(block.get(), bytes.data(), total);
    if (state_->tail - state_->head == state_->capacity)
        state_->head++;
    state_->entries[state_->tail++ % state_->capacity] = {std::move(block), bytes[0], total};
    return true;
}

Bytes PacketQueue::pop() noexcept {
    state_->shown.block.reset();
    if (state_->head == state_->tail)
        return Bytes();
    state_->shown = std::move(state_->entries[state_->head++ % state_->capacity]);
    Entry &e = state_->shown;
    return Bytes(e.block.get() + e.header, (std::size_t)(e.total - e.header));
}
