#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "measures.hpp"
#include "measuring.hpp"
#include "points.hpp"
#include "settings.hpp"
#include "sizes.hpp"
#include "slot.hpp"
#include "stop_signal.hpp"
#include "walk.hpp"

namespace allocpool::limits {
namespace {

using cpp_limit::FieldsFirst;

constexpr std::array<std::size_t, 4> distances{8, 16, 32, 64};
constexpr std::size_t most_distance = distances.back();

/// The first lines of slots, in the order of a walk that is known in advance, as to a
/// queue; repeatedly.
class KnownLines {
  public:
    /// @param slots more than the greatest number in the order
    KnownLines(FieldsFirst* slots, std::vector<std::uint32_t> order)
        : slots_{slots}, order_{std::move(order)}, count_{order_.size()} {
        // Repeat the beginning, so that looking ahead needs no check for the end.
        order_.reserve(count_ + most_distance);
        for (std::size_t i = 0; i < most_distance; ++i) {
            order_.push_back(order_[i]);
        }
    }

    std::size_t count() const noexcept { return count_; }

    // --8<-- [start:known-lines]
    /// Reads and writes all lines, prefetching each `distance` lines ahead.
    /// @param distance up to `most_distance`
    void run(std::uint64_t rounds, std::size_t distance) {
        for (std::uint64_t i = 0; i < rounds; ++i) {
            for (std::size_t at = 0; at < count_; ++at) {
                slots_[order_[at + distance]].prefetch();
                ++slots_[order_[at]].parsed.source;
            }
        }
    }
    // --8<-- [end:known-lines]

  private:
    FieldsFirst* slots_;
    std::vector<std::uint32_t> order_;
    std::size_t count_;
};

/// The least of three samples, each of at least a whole round.
double ns_per_line(KnownLines& lines, std::size_t distance, std::uint64_t milliseconds) {
    const auto go = [&](std::uint64_t rounds) { lines.run(rounds, distance); };
    const double first = std::max(steps::ns_each(1, go), 1.0);
    const double fit = static_cast<double>(milliseconds) * 1e6 / 3 / first;
    const auto rounds = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(fit));
    double least = first;
    for (int sample = 0; sample < 3; ++sample) {
        least = std::min(least, steps::ns_each(rounds, go));
    }
    return least / static_cast<double>(lines.count());
}

struct Best {
    double ns;
    std::size_t distance;
};

Best best_distance(KnownLines& lines, std::uint64_t milliseconds) {
    Best best{0, 0};
    for (const std::size_t distance : distances) {
        const double ns = ns_per_line(lines, distance, milliseconds);
        if (best.distance == 0 || ns < best.ns) {
            best = {ns, distance};
        }
    }
    return best;
}

/// A case, and the memory that its walk goes over.
struct Footprint {
    Case which;
    Sizes sizes;

    std::size_t bytes() const {
        return (sizes.queue + sizes.stored + 1) * sizeof(FieldsFirst);
    }
};

std::vector<Footprint> footprints_up_to(std::size_t most_bytes) {
    std::vector<Footprint> footprints;
    for (const Case which : {Case::a, Case::b, Case::c}) {
        const Footprint footprint{which, sizes_of(which, 1)};
        if (footprint.bytes() <= most_bytes) {
            footprints.push_back(footprint);
        }
    }
    return footprints;
}

}  // namespace

void measure_lines(const Plan& plan, BenchReport& report) {
    const std::vector<Footprint> footprints = footprints_up_to(plan.most_bytes);
    if (footprints.empty()) {
        report.skipped("line", "the least footprint needs 21 MiB: --most-mib 21");
        return;
    }
    constexpr std::array generators{GeneratorKind::counter, GeneratorKind::random};
    const std::uint64_t milliseconds = plan.milliseconds_each(
        2 * footprints.size() * generators.size() * distances.size());
    for (const Footprint& footprint : footprints) {
        for (const GeneratorKind generator : generators) {
            const Walk walk = follow_analyser(footprint.sizes, generator);
            in_both_pages(footprint.bytes(), report, [&](std::byte* memory, Pages pages) {
                if (stop_signal::received() != 0) {
                    return;
                }
                KnownLines lines{reinterpret_cast<FieldsFirst*>(memory), walk.slots};
                const Best best = best_distance(lines, milliseconds);
                report.result(
                    "line", "ns", best.ns, lines.count(),
                    JsonObject{}.object(
                        "parameters",
                        JsonObject{}
                            .text("case", name_of(footprint.which, case_names))
                            .text("generator", name_of(generator, generator_names))
                            .number("lines_per_packet",
                                    static_cast<double>(lines.count()) /
                                        static_cast<double>(walk.packets),
                                    4)
                            .text("pages", name_of(pages, pages_names))
                            .number("distance", std::uint64_t{best.distance})));
            });
        }
    }
}

}  // namespace allocpool::limits
