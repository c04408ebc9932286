#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "circle.hpp"
#include "generator.hpp"
#include "measures.hpp"
#include "measuring.hpp"
#include "points.hpp"
#include "stop_signal.hpp"

namespace allocpool::limits {
namespace {

using steps::Node;
using steps::Order;

constexpr std::size_t least_chase_bytes = std::size_t{16} << 10U;
constexpr std::size_t least_tlb_pages = 16;
constexpr std::size_t lines_of_page = steps::page_bytes / steps::line_bytes;

/// Steps before any counts. A circle that fits the caches is then cached completely, a
/// longer one as far as it ever will be.
constexpr std::size_t most_warmup_steps = 1'000'000;

steps::Measured walk(Node* nodes, const Order& order, std::uint64_t milliseconds) {
    steps::link(nodes, order);
    const Node* at =
        steps::follow(&nodes[order.front()], std::min(order.size(), most_warmup_steps));
    return steps::measure(milliseconds, 1000,
                          [&](std::uint64_t count) { at = steps::follow(at, count); });
}

// --8<-- [start:line-in-each-page]
/// A random line of each page, in random order. Lines at the same offset in all pages
/// would compete for a few sets of the caches.
Order line_in_each_page(std::size_t pages) {
    RandomGenerator generator = RandomGenerator::for_store();
    Order order = steps::at_random(pages);
    for (std::size_t& node : order) {
        node = node * lines_of_page + generator.next() % lines_of_page;
    }
    return order;
}
// --8<-- [end:line-in-each-page]

/// A curve, measured in small pages and in huge ones.
struct Curve {
    const char* metric;
    const char* parameter;  ///< its variable
    std::vector<std::size_t> points;
    std::size_t bytes;               ///< of memory, for the last point
    Order (*order_of)(std::size_t);  ///< the nodes visited at a point
};

void measure_curve(const Curve& curve, const Plan& plan, BenchReport& report) {
    const std::uint64_t milliseconds = plan.milliseconds_each(2 * curve.points.size());
    in_both_pages(curve.bytes, report, [&](std::byte* memory, Pages pages) {
        auto* nodes = reinterpret_cast<Node*>(memory);
        for (const std::size_t point : curve.points) {
            if (stop_signal::received() != 0) {
                return;
            }
            const auto measured = walk(nodes, curve.order_of(point), milliseconds);
            report.result(
                curve.metric, "ns", measured.ns, measured.count,
                JsonObject{}.object("parameters",
                                    JsonObject{}
                                        .number(curve.parameter, std::uint64_t{point})
                                        .text("pages", name_of(pages, pages_names))));
        }
    });
}

Order all_lines(std::size_t bytes) {
    return steps::at_random(bytes / sizeof(Node));
}

}  // namespace

void measure_chase(const Plan& plan, BenchReport& report) {
    const auto bytes = half_steps(least_chase_bytes, plan.most_bytes);
    measure_curve({"chase", "bytes", bytes, bytes.back(), all_lines}, plan, report);
}

void measure_tlb(const Plan& plan, BenchReport& report) {
    const auto pages = half_steps(least_tlb_pages, plan.most_bytes / steps::page_bytes);
    measure_curve({"tlb", "small_pages", pages, pages.back() * steps::page_bytes,
                   line_in_each_page},
                  plan, report);
}

}  // namespace allocpool::limits
