#include "hand_off_pool.hpp"

#include <atomic>
#include <vector>

// BEGIN SOLUTION
namespace {

/// The smallest power of two that isn't less than `count`.
std::size_t power_of_two(std::size_t count) {
    std::size_t power = 1;
    while (power < count) {
        power *= 2;
    }
    return power;
}

}  // namespace

// END SOLUTION
struct HandOffPool::State {
    // BEGIN SOLUTION
    explicit State(std::size_t count)
        : packets(count), way_back(power_of_two(count), nullptr) {}

    Packet*& place(std::size_t number) noexcept {
        return way_back[number & (way_back.size() - 1)];
    }

    std::vector<Packet> packets;
    // A ring with a slot for each packet, so it's never full.
    std::vector<Packet*> way_back;
    // The source's: how many packets it has acquired for the first time, and how many it
    // has taken from the ring. On separate cache lines, because otherwise each thread's
    // writes would invalidate the other one's line.
    alignas(128) std::size_t fresh = 0;
    std::size_t taken = 0;
    // The sink's: how many packets it has given back.
    alignas(128) std::atomic<std::size_t> given{0};
    // END SOLUTION
};

HandOffPool::HandOffPool(std::size_t packets) : state_{nullptr} {
    // BEGIN SOLUTION
    state_ = new State{packets};
    // STARTER: static_cast<void>(packets);
    // STARTER: state_ = new State{};
    // END SOLUTION
}

HandOffPool::~HandOffPool() {
    delete state_;
}

Packet* HandOffPool::acquire() noexcept {
    // BEGIN SOLUTION
    State& state = *state_;
    // Acquire: the sink has finished with the packet, and its address lies in the ring.
    if (state.taken != state.given.load(std::memory_order_acquire)) {
        return state.place(state.taken++);
    }
    // Only if none has come back, so few packets circulate, and they stay in the caches.
    if (state.fresh != state.packets.size()) {
        return &state.packets[state.fresh++];
    }
    return nullptr;
    // STARTER: static Packet always_this{};  // Wrong at once, but nothing waits.
    // STARTER: return &always_this;
    // END SOLUTION
}

void HandOffPool::give_back(Packet* packet) noexcept {
    // BEGIN SOLUTION
    State& state = *state_;
    const std::size_t given = state.given.load(std::memory_order_relaxed);
    // The slot is free, and we needn't check: there are enough slots for all packets. So
    // the source has emptied this one before it passed on some packet that we've received,
    // and receiving that has ordered its read before our write.
    state.place(given) = packet;
    // Release: we have finished with the packet before the source can find it.
    state.given.store(given + 1, std::memory_order_release);
    // STARTER: static_cast<void>(packet);
    // END SOLUTION
}
