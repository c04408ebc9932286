#include "flow_table.hpp"

#include <bit>
#include <vector>

// The obvious table, an array of whole rows. Assumes that no query is later than a
// fiftieth of 32 bits, so each row has a bit for a deadline before that; later ones are
// never found.

namespace {

constexpr std::uint32_t latest = 85'899'345;  // (1 << 32) / 50
constexpr std::size_t bits = 64;

}  // namespace

struct FlowTable::State {
    explicit State(std::size_t capacity) : early((capacity + bits - 1) / bits) {
        rows.reserve(capacity);
    }

    void mark(std::size_t row, std::uint32_t deadline) noexcept {
        const std::uint64_t bit = std::uint64_t{1} << row % bits;
        std::uint64_t& word = early[row / bits];
        word = deadline < latest ? word | bit : word & ~bit;
    }

    std::vector<Flow> rows;
    std::vector<std::uint64_t> early;
};

FlowTable::FlowTable(std::size_t capacity) : state_{new State{capacity}} {}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    state_->mark(state_->rows.size(), flow.deadline);
    state_->rows.push_back(flow);
}

Flow FlowTable::at(std::size_t row) const noexcept {
    return state_->rows[row];
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    Flow& flow = state_->rows[row];
    flow.bytes += bytes;
    ++flow.packets;
    flow.deadline = deadline;
    state_->mark(row, deadline);
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    Overdue found{0, 0};
    for (std::size_t place = 0; place < state_->early.size(); ++place) {
        for (std::uint64_t left = state_->early[place]; left != 0; left &= left - 1) {
            const Flow& flow = state_->rows[place * bits + static_cast<std::size_t>(
                                                               std::countr_zero(left))];
            if (flow.deadline < time) {
                ++found.flows;
                found.bytes += flow.bytes;
            }
        }
    }
    return found;
}
