/// Measures the cost of a step from object to object, by the memory that the objects take
/// and the order in which they are visited. One JSON line for each pair of those:
///   {"event":"walk","order":"random","bytes":65536,"hops":123456,"ns_per_hop":1.2}
///
/// An object is one cache line. The orders:
///   sequential  one after the other
///   pages       at random within a page, page after page: caches miss, TLBs don't
///   random      at random over all of the memory

#include <cinttypes>
#include <cstdlib>
#include <memory>

#include "circle.hpp"
#include "generator.hpp"
#include "measuring.hpp"

namespace {

using allocpool::RandomGenerator;
namespace steps = allocpool::steps;
using steps::line_bytes;
using steps::Node;
using steps::Order;
using steps::page_bytes;

Order in_pages(std::size_t count) {
    RandomGenerator generator = RandomGenerator::for_source();
    Order order = steps::sequential(count);
    constexpr std::size_t page = page_bytes / line_bytes;
    for (std::size_t first = 0; first < count; first += page) {
        steps::shuffle(order, first, std::min(first + page, count), generator);
    }
    return order;
}

void walk(const char* name, Node* nodes, const Order& order, std::uint64_t milliseconds) {
    steps::link(nodes, order);
    const Node* at = nodes;
    // The first, uncounted part goes round once: then every page is mapped, and all that
    // fits is cached.
    const steps::Measured measured =
        steps::measure(milliseconds, order.size(),
                       [&](std::uint64_t count) { at = steps::follow(at, count); });
    steps::print_record(
        "{\"event\":\"walk\",\"order\":\"%s\",\"bytes\":%zu,\"hops\":%" PRIu64
        ",\"ns_per_hop\":%.3f}\n",
        name, order.size() * line_bytes, measured.count, measured.ns);
}

void run(int argc, char** argv) {
    constexpr std::uint64_t most_kib = 4 << 20;
    std::map<std::string, steps::Option> options{
        {"--kib", {4, most_kib, {16, 256, 4096, 65'536}, true}},
        {"--ms", {1, 60'000, {50}, false}}};
    steps::read_options(argc, argv, options);
    const std::uint64_t milliseconds = options.at("--ms").value.front();
    for (const std::uint64_t kib : options.at("--kib").value) {
        const std::size_t count = kib * 1024 / line_bytes;
        // From a page's start, so that `pages` means pages.
        const auto nodes = std::make_unique<Node[]>(count + page_bytes / line_bytes);
        const auto address = reinterpret_cast<std::uintptr_t>(nodes.get());
        const std::size_t skipped = (page_bytes - address % page_bytes) % page_bytes;
        Node* first = nodes.get() + skipped / line_bytes;
        walk("sequential", first, steps::sequential(count), milliseconds);
        walk("pages", first, in_pages(count), milliseconds);
        walk("random", first, steps::at_random(count), milliseconds);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return allocpool::steps::guarded("pointer-walk", [&] { run(argc, argv); });
}
