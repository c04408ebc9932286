#include "flow_table.hpp"

#include <vector>

struct FlowTable::State {
    struct Counts {
        std::uint64_t bytes;
        std::uint32_t packets;
    };
    struct Origin {
        Ends ends;
        Opening opening;
    };
    std::vector<std::uint32_t> deadlines;
    std::vector<Counts> counts;
    std::vector<Origin> origins;
};

FlowTable::FlowTable(std::size_t capacity) : state_{new State{}} {
    state_->deadlines.reserve(capacity);
    state_->counts.reserve(capacity);
    state_->origins.reserve(capacity);
}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    state_->deadlines.push_back(flow.deadline);
    state_->counts.push_back({flow.bytes, flow.packets});
    state_->origins.push_back({flow.ends, flow.opening});
}

Flow FlowTable::at(std::size_t row) const noexcept {
    const auto& [bytes, packets] = state_->counts[row];
    const auto& [ends, opening] = state_->origins[row];
    return {ends, state_->deadlines[row], bytes, packets, opening};
}

void FlowTable::note(std::size_t row, std::uint32_t bytes, std::uint32_t deadline) noexcept {
    auto& counts = state_->counts[row];
    counts.bytes += bytes;
    counts.packets++;
    state_->deadlines[row] = deadline;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    Overdue found{};
    for (std::size_t row = 0; row < state_->deadlines.size(); ++row) {
        if (state_->deadlines[row] < time) {
            found.flows++;
            found.bytes += state_->counts[row].bytes;
        }
    }
    return found;
}
