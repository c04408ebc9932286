#include "flow_table.hpp"

#include <vector>

// Your code here.
struct FlowTable::State {
    // Your code here.
};

FlowTable::FlowTable(std::size_t capacity) : state_{nullptr} {
    // Your code here.
    static_cast<void>(capacity);
    state_ = new State{};
}

FlowTable::~FlowTable() {
    delete state_;
}

void FlowTable::add(const Flow& flow) {
    // Your code here.
    static_cast<void>(flow);
}

Flow FlowTable::at(std::size_t row) const noexcept {
    // Your code here.
    static_cast<void>(row);
    return {};
}

void FlowTable::note(std::size_t row, std::uint32_t bytes,
                     std::uint32_t deadline) noexcept {
    // Your code here.
    static_cast<void>(row);
    static_cast<void>(bytes);
    static_cast<void>(deadline);
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    // Your code here.
    static_cast<void>(time);
    return {};
}
