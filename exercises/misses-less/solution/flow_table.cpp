#include "flow_table.hpp"

#include <vector>

// BEGIN SOLUTION
namespace {

/// Changed by each packet, along with the deadline.
struct Traffic {
    std::uint64_t bytes;
    std::uint32_t packets;
};

/// Never changed, and rarely read.
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

    // Stored apart, because they're read apart. A search reads all deadlines from end to
    // end: stored by themselves, sixteen of them fill a cache line.
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
    // Three places for one flow: expensive, but rare.
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
            found.bytes += state_->traffic[row].bytes;  // Few rows need this second line.
        }
    }
    return found;
    // STARTER: static_cast<void>(time);
    // STARTER: return {};
    // END SOLUTION
}
