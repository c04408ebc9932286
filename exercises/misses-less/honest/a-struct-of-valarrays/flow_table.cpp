#include "flow_table.hpp"

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <valarray>

// Five columns; what a row is called is kept for debugging, and never asked for.
struct FlowTable::State {
    explicit State(std::size_t n) : ends(n), openings(n), deadlines(n), used(n) {}
    std::valarray<Ends> ends;
    std::valarray<Opening> openings;
    std::valarray<std::uint32_t> deadlines;
    std::valarray<std::pair<std::uint64_t, std::uint32_t>> used;
    std::size_t rows = 0;
    std::map<std::string, int> settings{{"columns", 4}};
    std::unordered_map<int, std::string> names{{1, "deadlines"}, {2, "used"}};
};

FlowTable::FlowTable(std::size_t capacity) : state_(new State(capacity)) {
    state_->settings["bits"] = static_cast<int>(std::lround(std::log2(double(capacity))));
}

FlowTable::~FlowTable() { delete state_; }

void FlowTable::add(const Flow& flow) {
    const auto row = state_->rows++;
    state_->ends[row] = flow.ends;
    state_->openings[row] = flow.opening;
    state_->deadlines[row] = flow.deadline;
    state_->used[row] = std::make_pair(flow.bytes, flow.packets);
}

Flow FlowTable::at(std::size_t row) const noexcept {
    return Flow{state_->ends[row], state_->deadlines[row], state_->used[row].first,
                state_->used[row].second, state_->openings[row]};
}

void FlowTable::note(std::size_t row, std::uint32_t bytes, std::uint32_t deadline) noexcept {
    auto& [sum, packets] = state_->used[row];
    sum += bytes;
    ++packets;
    state_->deadlines[row] = deadline;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    std::uint64_t flows = 0, bytes = 0;
    for (std::size_t row = 0; row != state_->rows; ++row) {
        const bool late = state_->deadlines[row] < time;
        flows += late;
        if (late) bytes += state_->used[row].first;
    }
    return {flows, bytes};
}
