#include "flow_table.hpp"

#include <vector>

namespace {

/// What packets change.
struct Hot {
    std::uint64_t bytes;
    std::uint32_t packets;
    std::uint32_t deadline;
};

struct Cold {
    Ends ends;
    Opening opening;
};

}  // namespace

struct FlowTable::State {
    std::vector<Hot> hot;
    std::vector<Cold> cold;
};

FlowTable::FlowTable(std::size_t capacity) : state_{new State} {
    state_->hot.reserve(capacity);
    state_->cold.reserve(capacity);
}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    state_->hot.push_back({flow.bytes, flow.packets, flow.deadline});
    state_->cold.push_back({flow.ends, flow.opening});
}

Flow FlowTable::at(std::size_t row) const noexcept {
    const Hot& hot = state_->hot[row];
    const Cold& cold = state_->cold[row];
    return {cold.ends, hot.deadline, hot.bytes, hot.packets, cold.opening};
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    Hot& hot = state_->hot[row];
    hot.bytes += bytes;
    ++hot.packets;
    hot.deadline = deadline;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    Overdue found{0, 0};
    for (const Hot& hot : state_->hot) {
        if (hot.deadline < time) {
            ++found.flows;
            found.bytes += hot.bytes;
        }
    }
    return found;
}
