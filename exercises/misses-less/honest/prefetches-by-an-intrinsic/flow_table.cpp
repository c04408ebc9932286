#include "flow_table.hpp"

#include <immintrin.h>

#include <vector>

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

struct FlowTable::State {
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
};

FlowTable::FlowTable(std::size_t capacity) : state_{nullptr} {
    state_ = new State{capacity};
}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    state_->deadlines.push_back(flow.deadline);
    state_->traffic.push_back({flow.bytes, flow.packets});
    state_->origins.push_back({flow.ends, flow.opening});
}

Flow FlowTable::at(std::size_t row) const noexcept {
    // Three places for one flow: expensive, but rare.
    const Traffic& traffic = state_->traffic[row];
    const Origin& origin = state_->origins[row];
    return {origin.ends, state_->deadlines[row], traffic.bytes, traffic.packets,
            origin.opening};
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    Traffic& traffic = state_->traffic[row];
    traffic.bytes += bytes;
    ++traffic.packets;
    state_->deadlines[row] = deadline;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    const std::vector<std::uint32_t>& deadlines = state_->deadlines;
    Overdue found{0, 0};
    for (std::size_t row = 0; row < deadlines.size(); ++row) {
        if (deadlines[row] < time) {
            _mm_prefetch(reinterpret_cast<const char*>(&state_->traffic[row]), _MM_HINT_T0);
            ++found.flows;
            found.bytes += state_->traffic[row].bytes;  // Another line, but for few rows.
        }
    }
    return found;
}
