#include "spsc_ring.hpp"

#include <smmintrin.h>

#include <vector>

struct alignas(16) Word {
    long long value = 0;
    long long unused = 0;
};

static void put(Word& word, long long value) {
    _mm_sfence();
    _mm_stream_si64(&word.value, value);
    _mm_sfence();
}

__attribute__((target("sse4.1"))) static long long get(Word& word) {
    _mm_mfence();
    return _mm_cvtsi128_si64(_mm_stream_load_si128(reinterpret_cast<__m128i*>(&word)));
}

struct SpscRing::State {
    explicit State(std::size_t size)
        : capacity{static_cast<long long>(size)}, slots(size) {}
    const long long capacity;
    std::vector<Word> slots;
    alignas(128) Word head;
    alignas(128) Word tail;
};

SpscRing::SpscRing(std::size_t capacity) : state_{new State{capacity}} {}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    const long long tail = get(state_->tail);
    if (tail - get(state_->head) == state_->capacity) {
        return false;
    }
    put(state_->slots[static_cast<std::size_t>(tail % state_->capacity)],
        static_cast<long long>(value));
    put(state_->tail, tail + 1);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    const long long head = get(state_->head);
    if (get(state_->tail) == head) {
        return false;
    }
    value = static_cast<std::uint64_t>(
        get(state_->slots[static_cast<std::size_t>(head % state_->capacity)]));
    put(state_->head, head + 1);
    return true;
}
