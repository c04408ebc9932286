#include "spsc_ring.hpp"

#include <atomic>
#include <vector>

struct SpscRing::State {
    explicit State(std::size_t size) : capacity{size}, slots(size) {}

    void lock() noexcept {
        for (int looks = 0; looks < 2'000; ++looks) {
            asm volatile("" : : "r"(capacity) : "memory");
        }
        while (busy.test_and_set(std::memory_order_acquire)) {
        }
    }
    void unlock() noexcept { busy.clear(std::memory_order_release); }

    std::size_t capacity;
    std::vector<std::uint64_t> slots;
    std::size_t first = 0;
    std::size_t count = 0;
    std::atomic_flag busy = ATOMIC_FLAG_INIT;
};

SpscRing::SpscRing(std::size_t capacity) : state_{new State{capacity}} {}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    State& s = *state_;
    s.lock();
    const bool room = s.count != s.capacity;
    if (room) {
        s.slots[(s.first + s.count) % s.capacity] = value;
        ++s.count;
    }
    s.unlock();
    return room;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    State& s = *state_;
    s.lock();
    const bool some = s.count != 0;
    if (some) {
        value = s.slots[s.first];
        s.first = (s.first + 1) % s.capacity;
        --s.count;
    }
    s.unlock();
    return some;
}
