#include "flow_table.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <tuple>
#include <vector>

namespace {

/// A table of columns.
template <typename... Columns>
class Table {
  public:
    explicit Table(std::size_t capacity) {
        std::apply([capacity](auto&... each) { (each.reserve(capacity), ...); }, columns_);
    }
    void append(Columns... values) {
        std::apply([&](auto&... each) { (each.push_back(std::move(values)), ...); }, columns_);
    }
    template <std::size_t column>
    auto& get() noexcept {
        return std::get<column>(columns_);
    }

  private:
    std::tuple<std::vector<Columns>...> columns_;
};

enum Column : std::size_t { deadline, usage, origin };

struct Usage {
    std::uint64_t bytes;
    std::uint32_t packets;
    void add(std::uint32_t more) noexcept { bytes += more, ++packets; }
};

}  // namespace

struct FlowTable::State : Table<std::uint32_t, Usage, std::pair<Ends, Opening>> {
    using Table::Table;
};

FlowTable::FlowTable(std::size_t capacity)
    : state_{std::make_unique<State>(capacity).release()} {}

FlowTable::~FlowTable() {
    std::default_delete<State>{}(state_);
}

void FlowTable::add(const Flow& flow) {
    state_->append(flow.deadline, {flow.bytes, flow.packets}, {flow.ends, flow.opening});
}

Flow FlowTable::at(std::size_t row) const noexcept {
    const auto& [ends, opening] = state_->get<origin>()[row];
    const auto [bytes, packets] = state_->get<usage>()[row];
    return {ends, state_->get<deadline>()[row], bytes, packets, opening};
}

void FlowTable::note(std::size_t row, std::uint32_t bytes, std::uint32_t until) noexcept {
    state_->get<usage>()[row].add(bytes);
    state_->get<deadline>()[row] = until;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    Overdue found{};
    const auto& all = state_->get<deadline>();
    const auto early = [time](std::uint32_t one) { return one < time; };
    for (auto at = std::find_if(all.begin(), all.end(), early); at != all.end();
         at = std::find_if(std::next(at), all.end(), early)) {
        ++found.flows;
        found.bytes += state_->get<usage>()[static_cast<std::size_t>(at - all.begin())].bytes;
    }
    return found;
}
