#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "circle.hpp"
#include "measures.hpp"
#include "measuring.hpp"
#include "points.hpp"
#include "slot.hpp"
#include "stop_signal.hpp"

namespace allocpool::limits {
namespace {

using cpp_limit::FieldsFirst;

/// Of the cases, the packets in the queue, and in queue and store; and the pool.
constexpr std::array<std::size_t, 7> footprints{10'000,  20'000,  100'000,  200'000,
                                                495'000, 990'000, 1'000'000};

constexpr std::array<std::size_t, 6> distances{4, 8, 16, 32, 64, 128};
constexpr std::size_t most_distance = distances.back();

/// Slots in a random order that is known in advance, as a queue knows it; round and
/// round.
class Fifo {
  public:
    Fifo(FieldsFirst* slots, std::size_t count) : slots_{slots}, count_{count} {
        const steps::Order order = steps::at_random(count);
        // The beginning once more: whoever looks ahead need not look for the end.
        order_.reserve(count + most_distance);
        for (std::size_t i = 0; i < count + most_distance; ++i) {
            order_.push_back(static_cast<std::uint32_t>(order[i % count]));
        }
    }

    // --8<-- [start:known-lines]
    /// Reads and writes the first lines of the next `slots` slots, each of which is
    /// fetched `distance` slots ahead.
    /// @param distance up to `most_distance`
    void run(std::uint64_t slots, std::size_t distance) {
        std::size_t at = at_;
        for (std::uint64_t i = 0; i < slots; ++i) {
            slots_[order_[at + distance]].prefetch();
            ++slots_[order_[at]].parsed.source;
            at = at + 1 == count_ ? 0 : at + 1;
        }
        at_ = at;
    }
    // --8<-- [end:known-lines]

  private:
    FieldsFirst* slots_;
    std::size_t count_;
    std::vector<std::uint32_t> order_;
    std::size_t at_ = 0;
};

struct Best {
    steps::Measured measured;
    std::size_t distance;
};

Best best_distance(Fifo& fifo, std::size_t count, std::uint64_t milliseconds) {
    fifo.run(count, distances.front());
    Best best{{0, 0}, 0};
    for (const std::size_t distance : distances) {
        const auto measured = steps::measure(
            milliseconds, 1000, [&](std::uint64_t slots) { fifo.run(slots, distance); });
        if (best.distance == 0 || measured.ns < best.measured.ns) {
            best = {measured, distance};
        }
    }
    return best;
}

}  // namespace

void measure_lines(const Plan& plan, BenchReport& report) {
    std::vector<std::size_t> counts;
    std::copy_if(footprints.begin(), footprints.end(), std::back_inserter(counts),
                 [&](std::size_t count) {
                     return count * sizeof(FieldsFirst) <= plan.most_bytes;
                 });
    if (counts.empty()) {
        report.skipped("line", "the least footprint needs 11 MiB: --most-mib 11");
        return;
    }
    const std::uint64_t milliseconds =
        plan.milliseconds_each(2 * counts.size() * distances.size());
    in_both_pages(
        counts.back() * sizeof(FieldsFirst), report, [&](std::byte* memory, Pages pages) {
            for (const std::size_t count : counts) {
                if (stop_signal::received() != 0) {
                    return;
                }
                Fifo fifo{reinterpret_cast<FieldsFirst*>(memory), count};
                const Best best = best_distance(fifo, count, milliseconds);
                report.result("line", "ns", best.measured.ns, best.measured.count,
                              JsonObject{}.object(
                                  "parameters",
                                  JsonObject{}
                                      .number("packets", std::uint64_t{count})
                                      .text("pages", name_of(pages, pages_names))
                                      .number("distance", std::uint64_t{best.distance})));
            }
        });
}

}  // namespace allocpool::limits
