/// What one step from object to object costs, by how much memory the objects take and in
/// which order they are visited. One JSON line for each pair of those:
///   {"event":"walk","order":"random","bytes":65536,"hops":123456,"ns_per_hop":1.2}
///
/// An object is one cache line. The orders:
///   sequential  one after the other
///   pages       at random within a page, page after page: caches miss, translations do
///   not random      at random over all of the memory

#include <cinttypes>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <utility>

#include "generator.hpp"
#include "measuring.hpp"

namespace {

using allocpool::RandomGenerator;
namespace steps = allocpool::steps;

constexpr std::size_t line_bytes = 64;
constexpr std::size_t page_bytes = 4096;

struct alignas(line_bytes) Node {
    Node* next;
};
static_assert(sizeof(Node) == line_bytes);

using Order = std::vector<std::size_t>;

/// Brings order[first..last) into a random order (Fisher and Yates).
void shuffle(Order& order, std::size_t first, std::size_t last,
             RandomGenerator& generator) {
    for (std::size_t left = last - first; left > 1; --left) {
        std::swap(order[first + left - 1], order[first + generator.next() % left]);
    }
}

Order sequential(std::size_t count) {
    Order order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

Order in_pages(std::size_t count) {
    RandomGenerator generator = RandomGenerator::for_source();
    Order order = sequential(count);
    constexpr std::size_t page = page_bytes / line_bytes;
    for (std::size_t first = 0; first < count; first += page) {
        shuffle(order, first, std::min(first + page, count), generator);
    }
    return order;
}

Order at_random(std::size_t count) {
    RandomGenerator generator = RandomGenerator::for_source();
    Order order = sequential(count);
    shuffle(order, 0, count, generator);
    return order;
}

/// Links all nodes into one circle, visited in `order`.
void link(Node* nodes, const Order& order) {
    for (std::size_t i = 0; i < order.size(); ++i) {
        nodes[order[i]].next = &nodes[order[i + 1 == order.size() ? 0 : i + 1]];
    }
}

void walk(const char* name, Node* nodes, const Order& order, std::uint64_t milliseconds) {
    link(nodes, order);
    const Node* at = nodes;
    // The first, uncounted part goes round once: every page is there, what fits is
    // cached.
    const steps::Measured measured =
        steps::measure(milliseconds, order.size(), [&](std::uint64_t count) {
            for (std::uint64_t i = 0; i < count; ++i) {
                at = at->next;  // each load waits for the one before: nothing hides its
                                // time
            }
            steps::keep(at);
        });
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
        walk("sequential", first, sequential(count), milliseconds);
        walk("pages", first, in_pages(count), milliseconds);
        walk("random", first, at_random(count), milliseconds);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return allocpool::steps::guarded("pointer-walk", [&] { run(argc, argv); });
}
