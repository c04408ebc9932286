/// For learning: a few handmade flows, and a table large enough for counting its misses.
/// The judge asks much more.

#include <cstddef>
#include <cstdint>

#include "expect.hpp"
#include "flow_table.hpp"

namespace {

Flow flow(std::uint8_t number, std::uint32_t deadline) {
    Flow made{};
    made.ends = {0x0A00'0000U + number, 0xC0A8'0000U + number, 1024, 80};
    made.deadline = deadline;
    made.bytes = 1'000;
    made.packets = 10;
    made.opening.fill(number);
    return made;
}

void knows_all_of_a_flow() {
    FlowTable table{3};
    table.add(flow(1, 100));
    table.add(flow(2, 200));
    const Flow found = table.at(1);
    expect::same("the source", 0x0A00'0002, found.ends.source);
    expect::same("the destination", 0xC0A8'0002, found.ends.destination);
    expect::same("the port of the source", 1024, found.ends.source_port);
    expect::same("the port of the destination", 80, found.ends.destination_port);
    expect::same("the deadline", 200, found.deadline);
    expect::same("the bytes", 1'000, static_cast<long long>(found.bytes));
    expect::same("the packets", 10, found.packets);
    expect::same("the opening's first byte", 2, found.opening.front());
    expect::same("and its last one", 2, found.opening.back());
}

void notes_packets() {
    FlowTable table{2};
    table.add(flow(1, 100));
    table.add(flow(2, 200));
    table.note(0, 1'500, 50);
    expect::same("bytes after one packet more", 2'500,
                 static_cast<long long>(table.at(0).bytes));
    expect::same("packets after that", 11, table.at(0).packets);
    expect::same("the new deadline", 50, table.at(0).deadline);
    expect::same("the neighbour's packets", 10, table.at(1).packets);
}

void finds_who_is_overdue() {
    FlowTable table{4};
    expect::same("overdue in an empty table", 0,
                 static_cast<long long>(table.overdue(1'000'000).flows));
    table.add(flow(1, 100));
    table.add(flow(2, 200));
    table.add(flow(3, 300));
    table.note(1, 40, 200);
    const FlowTable::Overdue found = table.overdue(201);
    expect::same("overdue at 201", 2, static_cast<long long>(found.flows));
    expect::same("their bytes", 2'040, static_cast<long long>(found.bytes));
    expect::same("a deadline of 100 is not before 100", 0,
                 static_cast<long long>(table.overdue(100).flows));
    table.note(0, 0, 1'000);
    expect::same("overdue when one deadline has moved", 1,
                 static_cast<long long>(table.overdue(201).flows));
}

void counts_in_64_bits() {
    FlowTable table{1};
    Flow large = flow(1, 100);
    large.bytes = 0xFFFF'FFFFU;
    table.add(large);
    table.note(0, 1, 100);
    expect::same("bytes beyond 32 bits", 0x1'0000'0000,
                 static_cast<long long>(table.overdue(101).bytes));
}

/// For counting misses, nearly all of which are the search's.
void searches_a_large_table() {
    constexpr std::uint32_t rows = 12'000;
    constexpr int searches = 100;
    FlowTable table{rows};
    for (std::uint32_t row = 0; row < rows; ++row) {
        table.add(flow(static_cast<std::uint8_t>(row), row * 1'000));
    }
    std::uint64_t flows = 0;
    for (int search = 0; search < searches; ++search) {
        flows += table.overdue(50'001).flows;
    }
    expect::same("found in a hundred searches", 5'100, static_cast<long long>(flows));
}

}  // namespace

int main() {
    knows_all_of_a_flow();
    notes_packets();
    finds_who_is_overdue();
    counts_in_64_bits();
    searches_a_large_table();
    return expect::done();
}
