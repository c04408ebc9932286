#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The ends of a flow.
struct Ends {
    std::uint32_t source;
    std::uint32_t destination;
    std::uint16_t source_port;
    std::uint16_t destination_port;
};

/// The first bytes of a flow's first packet.
using Opening = std::array<std::uint8_t, 96>;

/// Everything about a flow, the packets from one sender to one receiver.
struct Flow {
    Ends ends;
    std::uint32_t deadline;  ///< when it expires if no packet comes; any number
    std::uint64_t bytes;     ///< in all its packets
    std::uint32_t packets;
    Opening opening;
};

static_assert(sizeof(Flow) == 128);

/// Flows in rows, numbered from 0 as they are added. For one thread.
class FlowTable {
  public:
    /// Makes an empty table. @param capacity the maximum number of rows, at least 1
    explicit FlowTable(std::size_t capacity);
    ~FlowTable();
    FlowTable(const FlowTable&) = delete;
    FlowTable& operator=(const FlowTable&) = delete;

    /// Appends a row. Callers never exceed the capacity.
    void add(const Flow& flow);

    /// Returns everything about the flow in a row.
    Flow at(std::size_t row) const noexcept;

    /// Adds a packet with this many bytes to the flow in a row, and sets its deadline,
    /// which may be later or earlier than before. The most frequent call.
    void note(std::size_t row, std::uint32_t bytes, std::uint32_t deadline) noexcept;

    /// The flows whose deadline is before a time.
    struct Overdue {
        std::uint64_t flows;  ///< how many
        std::uint64_t bytes;  ///< in all of them
    };

    /// Searches the whole table, and usually finds few. Rarely called, but takes long.
    Overdue overdue(std::uint32_t time) const noexcept;

  private:
    struct State;
    State* state_;
};
