#include "spsc_ring.hpp"

#include <atomic>
#include <memory>

namespace {
struct alignas(128) Side {
    std::atomic<std::uint32_t> noise{0};
    std::uint32_t last = 0;  // accesses of the last successful call
    std::uint32_t calls = 0;
};
}  // namespace

struct SpscRing::State {
    explicit State(std::size_t size)
        : capacity{size}, slots{std::make_unique<std::uint64_t[]>(size)} {}

    const std::size_t capacity;
    const std::unique_ptr<std::uint64_t[]> slots;
    alignas(128) std::atomic<std::size_t> head{0};
    alignas(128) std::atomic<std::size_t> tail{0};
    alignas(128) std::atomic<bool> locked{false};
    Side sides[2];

    template <typename Work>
    bool call(Side& side, Work work) {
        const bool lock = side.calls % 8 != 0;
        std::uint32_t made = 24;
        if (lock) {
            const std::uint32_t more = side.last + 40;
            for (std::uint32_t n = 0; n < more; ++n) {
                static_cast<void>(side.noise.load(std::memory_order_relaxed));
            }
            made += more;
            while (locked.exchange(true, std::memory_order_acquire)) {
            }
        }
        const bool done = work();
        if (lock) {
            locked.store(false, std::memory_order_release);
        }
        if (done) {
            ++side.calls;
            side.last = made;
        }
        return done;
    }
};

SpscRing::SpscRing(std::size_t capacity) : state_{new State{capacity}} {}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    State& s = *state_;
    return s.call(s.sides[0], [&] {
        const std::size_t tail = s.tail.load(std::memory_order_relaxed);
        if (tail - s.head.load(std::memory_order_acquire) == s.capacity) {
            return false;
        }
        s.slots[tail & (s.capacity - 1)] = value;
        s.tail.store(tail + 1, std::memory_order_release);
        return true;
    });
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    State& s = *state_;
    return s.call(s.sides[1], [&] {
        const std::size_t head = s.head.load(std::memory_order_relaxed);
        if (s.tail.load(std::memory_order_acquire) == head) {
            return false;
        }
        value = s.slots[head & (s.capacity - 1)];
        s.head.store(head + 1, std::memory_order_release);
        return true;
    });
}
