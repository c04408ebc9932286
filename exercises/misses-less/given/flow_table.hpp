#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Who talks to whom.
struct Ends {
    std::uint32_t source;
    std::uint32_t destination;
    std::uint16_t source_port;
    std::uint16_t destination_port;
};

/// How the first packet of a flow begins.
using Opening = std::array<std::uint8_t, 96>;

/// All that is known of a flow: of the packets from one sender to one receiver.
struct Flow {
    Ends ends;
    std::uint32_t deadline;  ///< when it is forgotten if no packet comes; any number
    std::uint64_t bytes;     ///< of all its packets together
    std::uint32_t packets;
    Opening opening;
};

static_assert(sizeof(Flow) == 128);

/// Flows in rows, which are numbered from 0 as they come. For one thread.
class FlowTable {
  public:
    /// An empty table. @param capacity how many rows it may get, at least 1
    explicit FlowTable(std::size_t capacity);
    ~FlowTable();
    FlowTable(const FlowTable&) = delete;
    FlowTable& operator=(const FlowTable&) = delete;

    /// Adds a row, of which there are never more than the capacity.
    void add(const Flow& flow);

    /// All that is known of the flow in a row. Asked for now and then.
    Flow at(std::size_t row) const noexcept;

    /// One packet more for the flow in a row, so many bytes more, and another deadline,
    /// which may be later or earlier. The most frequent call.
    void note(std::size_t row, std::uint32_t bytes, std::uint32_t deadline) noexcept;

    /// The flows whose deadline is before a time.
    struct Overdue {
        std::uint64_t flows;  ///< how many
        std::uint64_t bytes;  ///< of all of them together
    };

    /// Looks through the whole table; mostly it finds few. A rare call, and a long one.
    Overdue overdue(std::uint32_t time) const noexcept;

  private:
    struct State;
    State* state_;
};
