#include "hand_off_pool.hpp"

#include <atomic>
#include <bit>
#include <memory>
#include <vector>

/// A bit for each packet in words of 64: the sink sets one, the source takes all of a word.
struct HandOffPool::State {
    explicit State(std::size_t count)
        : packets(count),
          words{(count + 63) / 64},
          free{std::make_unique<std::atomic<std::uint64_t>[]>(words)} {
        for (std::size_t i = 0; i < count; ++i) {
            free[i / 64].fetch_or(std::uint64_t{1} << i % 64, std::memory_order_relaxed);
        }
    }

    std::vector<Packet> packets;
    std::size_t words;
    std::unique_ptr<std::atomic<std::uint64_t>[]> free;
    std::size_t word = 0;
    std::uint64_t mine = 0;
};

HandOffPool::HandOffPool(std::size_t packets) : state_{new State{packets}} {}

HandOffPool::~HandOffPool() {
    delete state_;
}

Packet* HandOffPool::acquire() noexcept {
    State& state = *state_;
    for (std::size_t tried = 0; state.mine == 0; ++tried) {
        if (tried > state.words) {
            return nullptr;
        }
        state.word = (state.word + 1) % state.words;
        state.mine = state.free[state.word].exchange(0, std::memory_order_acquire);
    }
    const int bit = std::countr_zero(state.mine);
    state.mine &= state.mine - 1;
    return &state.packets[state.word * 64 + static_cast<std::size_t>(bit)];
}

void HandOffPool::give_back(Packet* packet) noexcept {
    const auto number = static_cast<std::size_t>(packet - state_->packets.data());
    state_->free[number / 64].fetch_or(std::uint64_t{1} << number % 64,
                                       std::memory_order_release);
}
