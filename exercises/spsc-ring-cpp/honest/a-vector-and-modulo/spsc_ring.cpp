#include "spsc_ring.hpp"

#include <atomic>
#include <cassert>
#include <iostream>
#include <vector>

struct SpscRing::State {
    std::vector<std::uint64_t> numbers;
    std::atomic<std::size_t> written{0};
    std::atomic<std::size_t> read{0};
};

SpscRing::SpscRing(std::size_t capacity) : state_{new State} {
    assert(capacity > 0);
    state_->numbers.resize(capacity);
    std::cout << "a ring of " << capacity << " numbers" << std::endl;
}

SpscRing::~SpscRing() {
    delete state_;
}

bool SpscRing::try_push(std::uint64_t value) noexcept {
    auto& [numbers, written, read] = *state_;
    const auto place = written.load();
    if (place - read.load() >= numbers.size()) return false;
    numbers[place % numbers.size()] = value;
    written.store(place + 1);
    return true;
}

bool SpscRing::try_pop(std::uint64_t& value) noexcept {
    auto& [numbers, written, read] = *state_;
    const auto place = read.load();
    if (place == written.load()) return false;
    value = numbers[place % numbers.size()];
    read.store(place + 1);
    return true;
}
