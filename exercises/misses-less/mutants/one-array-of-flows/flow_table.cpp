#include "flow_table.hpp"

#include <vector>

struct FlowTable::State {
    std::vector<Flow> flows;
};

FlowTable::FlowTable(std::size_t capacity) : state_{new State} {
    state_->flows.reserve(capacity);
}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    state_->flows.push_back(flow);
}

Flow FlowTable::at(std::size_t row) const noexcept {
    return state_->flows[row];
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    Flow& flow = state_->flows[row];
    flow.bytes += bytes;
    ++flow.packets;
    flow.deadline = deadline;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    Overdue found{0, 0};
    for (const Flow& flow : state_->flows) {
        if (flow.deadline < time) {
            ++found.flows;
            found.bytes += flow.bytes;
        }
    }
    return found;
}
