#include "flow_table.hpp"

#include <vector>

struct FlowTable::State {
    explicit State(std::size_t capacity) {
        ends.reserve(capacity);
        deadlines.reserve(capacity);
        bytes.reserve(capacity);
        packets.reserve(capacity);
        openings.reserve(capacity);
    }

    std::vector<Ends> ends;
    std::vector<std::uint32_t> deadlines;
    std::vector<std::uint64_t> bytes;
    std::vector<std::uint32_t> packets;
    std::vector<Opening> openings;
};

FlowTable::FlowTable(std::size_t capacity) : state_{new State{capacity}} {}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    state_->ends.push_back(flow.ends);
    state_->deadlines.push_back(flow.deadline);
    state_->bytes.push_back(flow.bytes);
    state_->packets.push_back(flow.packets);
    state_->openings.push_back(flow.opening);
}

Flow FlowTable::at(std::size_t row) const noexcept {
    return {state_->ends[row], state_->deadlines[row], state_->bytes[row],
            state_->packets[row], state_->openings[row]};
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    state_->bytes[row] += bytes;
    ++state_->packets[row];
    state_->deadlines[row] = deadline;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    const std::vector<std::uint32_t>& deadlines = state_->deadlines;
    Overdue found{0, 0};
    for (std::size_t row = 0; row < deadlines.size(); ++row) {
        if (deadlines[row] < time) {
            ++found.flows;
            found.bytes += state_->bytes[row];
        }
    }
    return found;
}
