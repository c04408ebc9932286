/// Fills, changes and searches two tables.
///
/// Words: each table's capacity; then, each with the number of a table, ADD, a seed for
/// the flow, its deadline, bytes and packets; AT, a row and a factor for the digest; NOTE,
/// a row, bytes and a deadline; or OVERDUE and a time. Answers: a digest of the flow for AT; flows and bytes
/// for OVERDUE.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "drawn.hpp"
#include "flow_table.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t add = 0;
constexpr std::int64_t at = 1;
constexpr std::int64_t note = 2;
constexpr std::int64_t overdue = 3;

constexpr std::size_t opening_words = sizeof(Opening) / sizeof(std::uint64_t);

Flow next_flow(driver::Words& words) {
    driver::Drawn drawn{words.next()};
    Flow flow{};
    const std::uint64_t source = drawn.next();
    const std::uint64_t destination = drawn.next();
    flow.ends.source = static_cast<std::uint32_t>(source);
    flow.ends.destination = static_cast<std::uint32_t>(destination);
    flow.ends.source_port = static_cast<std::uint16_t>(source >> 32U);
    flow.ends.destination_port = static_cast<std::uint16_t>(destination >> 32U);
    flow.deadline = static_cast<std::uint32_t>(words.next());
    flow.bytes = static_cast<std::uint64_t>(words.next());
    flow.packets = static_cast<std::uint32_t>(words.next());
    for (std::size_t n = 0; n < opening_words; ++n) {
        const std::uint64_t word = drawn.next() * 31;  // It has all 64 bits.
        std::memcpy(flow.opening.data() + n * sizeof word, &word, sizeof word);
    }
    return flow;
}

/// Nobody foresees the factor, so no other flow has the same digest.
std::int64_t digest(const Flow& flow, std::uint64_t factor) {
    std::uint64_t result = 0;
    const auto add_to = [&result, factor](std::uint64_t value) {
        result = (result ^ result >> 32U) * factor + value;
    };
    add_to(flow.ends.source);
    add_to(flow.ends.destination);
    add_to(flow.ends.source_port);
    add_to(flow.ends.destination_port);
    add_to(flow.deadline);
    add_to(flow.bytes);
    add_to(flow.packets);
    for (std::size_t n = 0; n < opening_words; ++n) {
        std::uint64_t word = 0;
        std::memcpy(&word, flow.opening.data() + n * sizeof word, sizeof word);
        add_to(word);
    }
    return static_cast<std::int64_t>(result);
}

}  // namespace

void driver::play(Words& words) {
    FlowTable first{static_cast<std::size_t>(words.next())};
    FlowTable second{static_cast<std::size_t>(words.next())};
    while (words.has_next()) {
        const std::int64_t operation = words.next();
        FlowTable& table = words.next() == 0 ? first : second;
        switch (operation) {
            case add:
                table.add(next_flow(words));
                break;
            case at: {
                const Flow flow = table.at(static_cast<std::size_t>(words.next()));
                words.answer(digest(flow, static_cast<std::uint64_t>(words.next())));
                break;
            }
            case note: {
                const auto row = static_cast<std::size_t>(words.next());
                const auto bytes = static_cast<std::uint32_t>(words.next());
                table.note(row, bytes, static_cast<std::uint32_t>(words.next()));
                break;
            }
            case overdue: {
                const auto time = static_cast<std::uint32_t>(words.next());
                const FlowTable::Overdue found = table.overdue(time);
                words.answer(static_cast<std::int64_t>(found.flows));
                words.answer(static_cast<std::int64_t>(found.bytes));
                break;
            }
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
