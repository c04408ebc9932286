#if defined(__x86_64__) && !defined(__clang__)
#pragma GCC target("cx16")
#endif

#include "hand_off_pool.hpp"

#include <cstdint>
#include <atomic>
#include <vector>

#if defined(__x86_64__) && !defined(__clang__)
__extension__ typedef unsigned __int128 Top;
constexpr int half = 64;
#else
typedef std::uint64_t Top;
constexpr int half = 32;
#endif

// The upper half counts the changes, so that nobody takes a stack for an earlier one.
struct HandOffPool::State {
    std::vector<Packet> packets;
    std::vector<std::atomic<std::size_t>> below;
    alignas(16) Top top;

    explicit State(std::size_t n) : packets(n), below(n), top(n) {
        for (std::size_t i = 0; i < n; ++i) below[i] = i;
    }
    Top look() { return __sync_val_compare_and_swap(&top, Top{0}, Top{0}); }
    bool put(Top old, std::size_t number) {
        return __sync_bool_compare_and_swap(&top, old, ((old >> half) + 1) << half | number);
    }
    static std::size_t number(Top top) { return std::size_t(top & ((Top{1} << half) - 1)); }
};

HandOffPool::HandOffPool(std::size_t packets) : state_{new State(packets)} {}

HandOffPool::~HandOffPool() { delete state_; }

Packet* HandOffPool::acquire() noexcept {
    for (;;) {
        const Top top = state_->look();
        const std::size_t first = State::number(top);
        if (first == 0) return nullptr;
        if (state_->put(top, state_->below[first - 1])) return &state_->packets[first - 1];
    }
}

void HandOffPool::give_back(Packet* packet) noexcept {
    const auto place = std::size_t(packet - state_->packets.data());
    for (;;) {
        const Top top = state_->look();
        state_->below[place] = State::number(top);
        if (state_->put(top, place + 1)) return;
    }
}
