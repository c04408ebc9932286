#include "flow_table.hpp"

#include <vector>

// BEGIN SOLUTION
namespace {

/// What each packet changes besides the deadline.
struct Traffic {
    std::uint64_t bytes;
    std::uint32_t packets;
};

/// What never changes, and nearly nobody reads.
struct Origin {
    Ends ends;
    Opening opening;
};

}  // namespace

// END SOLUTION
struct FlowTable::State {
    // BEGIN SOLUTION
    explicit State(std::size_t capacity) {
        deadlines.reserve(capacity);
        traffic.reserve(capacity);
        origins.reserve(capacity);
    }

    // Apart, as they are read apart. To find who is overdue is to read the deadlines from
    // end to end: by themselves, sixteen of them fill a line, and nothing else is in it.
    std::vector<std::uint32_t> deadlines;
    std::vector<Traffic> traffic;
    std::vector<Origin> origins;
    // END SOLUTION
};

FlowTable::FlowTable(std::size_t capacity) : state_{nullptr} {
    // BEGIN SOLUTION
    state_ = new State{capacity};
    // STARTER: static_cast<void>(capacity);
    // STARTER: state_ = new State{};
    // END SOLUTION
}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    // BEGIN SOLUTION
    state_->deadlines.push_back(flow.deadline);
    state_->traffic.push_back({flow.bytes, flow.packets});
    state_->origins.push_back({flow.ends, flow.opening});
    // STARTER: static_cast<void>(flow);
    // END SOLUTION
}

Flow FlowTable::at(std::size_t row) const noexcept {
    // BEGIN SOLUTION
    // Three places for one flow: dear, and rare.
    const Traffic& traffic = state_->traffic[row];
    const Origin& origin = state_->origins[row];
    return {origin.ends, state_->deadlines[row], traffic.bytes, traffic.packets,
            origin.opening};
    // STARTER: static_cast<void>(row);
    // STARTER: return {};
    // END SOLUTION
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    // BEGIN SOLUTION
    Traffic& traffic = state_->traffic[row];
    traffic.bytes += bytes;
    ++traffic.packets;
    state_->deadlines[row] = deadline;
    // STARTER: static_cast<void>(row);
    // STARTER: static_cast<void>(bytes);
    // STARTER: static_cast<void>(deadline);
    // END SOLUTION
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    // BEGIN SOLUTION
    const std::vector<std::uint32_t>& deadlines = state_->deadlines;
    Overdue found{0, 0};
    for (std::size_t row = 0; row < deadlines.size(); ++row) {
        if (deadlines[row] < time) {
            ++found.flows;
            found.bytes += state_->traffic[row].bytes;  // Another line, for few.
        }
    }
    return found;
    // STARTER: static_cast<void>(time);
    // STARTER: return {};
    // END SOLUTION
}
