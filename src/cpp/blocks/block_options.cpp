#include "block_options.hpp"

#include <cstdint>
#include <set>

#include "values.hpp"

namespace allocpool::blocks {
namespace {

constexpr std::uint64_t unit = 16;  // what malloc aligns to
constexpr std::uint64_t largest_block = 1U << 16U;
constexpr std::uint64_t largest_ring = 1U << 16U;
constexpr std::uint64_t longest_interval = 1'000'000;
constexpr std::uint64_t largest_group = 1U << 10U;

constexpr const char* help = R"(usage: blocks-bench --contestant NAME [options]

Blocks that a source fills and passes to a receiver, which keeps the latest --ring of them
in a queue, checks what leaves the queue, and frees it. Prints a JSON object a line.

  --list                     print the contestants' names, one a line:
      one-thread-malloc           one thread does everything: the baseline
      two-threads-malloc          a thread each: the source's allocates each block, and
                                  the receiver's frees it
      two-threads-handback        the same without an allocator: the source owns all
                                  blocks, and gets them back through a second ring
      two-threads-slots           the same, but blocks are the slots of a ring, and are
                                  reused in their order
  --block-bytes N            a block's size: a multiple of 16 up to 65536 (64)
  --largest-bytes N          sizes are drawn between --block-bytes and this one, likewise a
                             multiple of 16 (--block-bytes)
  --interval-ns N            time from block to block, 1 to 1000000; prints how long single
                             calls take (0: as fast as possible; prints the mean)
  --seconds S                time to measure, after the queue is full (2)
  --group N                  blocks that a thread sends together, 1 to 1024 (32)
  --ring N                   blocks that a ring between the threads holds, and the
                             receiver's queue, 1 to 65536 (1024)
  --help                     this text

Each run is checked: every block arrives once, in order and with its contents, and is freed
once.

Exit codes: 0, 1 after a failure, 2 for a wrong command line, 128 + N after signal N.)";

std::string all_names(const char* between) {
    std::string list;
    for (const auto& named : contestant_names) {
        list += (list.empty() ? "" : between) + std::string{named.name};
    }
    return list;
}

Contestant contestant_of(const std::string& option, const std::string& text) {
    for (const auto& named : contestant_names) {
        if (named.name == text) {
            return named.value;
        }
    }
    throw BadInput(option + ": " + quoted(text) + " is not one of " + all_names(", "));
}

std::size_t block_bytes_of(const std::string& option, const std::string& text) {
    const std::uint64_t bytes = whole_number(option, text, unit, largest_block);
    if (bytes % unit != 0) {
        throw BadInput(option + ": " + quoted(text) + " is not a multiple of " +
                       std::to_string(unit));
    }
    return bytes;
}

void apply(Options& options, const std::string& name, const std::string& text) {
    if (name == "--contestant") {
        options.contestant = contestant_of(name, text);
    } else if (name == "--block-bytes") {
        options.block_bytes = block_bytes_of(name, text);
    } else if (name == "--largest-bytes") {
        options.largest_bytes = block_bytes_of(name, text);
    } else if (name == "--interval-ns") {
        options.interval_ns = whole_number(name, text, 0, longest_interval);
    } else if (name == "--seconds") {
        options.seconds = seconds_above_zero(name, text);
    } else if (name == "--group") {
        options.shape.group = whole_number(name, text, 1, largest_group);
    } else {
        options.shape.ring = whole_number(name, text, 1, largest_ring);
    }
}

}  // namespace

Request parse_options(int argc, const char* const* argv) {
    const std::set<std::string> known{"--contestant",  "--block-bytes", "--largest-bytes",
                                      "--interval-ns", "--seconds",     "--group",
                                      "--ring"};
    Request request;
    std::set<std::string> given;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--help" || name == "--list") {
            request.text = name == "--help" ? help : all_names("\n");
            return request;
        }
        if (!known.contains(name)) {
            throw BadInput("unknown option " + quoted(name) +
                           "; valid: --help, --list, --contestant, --block-bytes, "
                           "--largest-bytes, --interval-ns, --seconds, --group, --ring");
        }
        if (!given.insert(name).second) {
            throw BadInput(name + " is given twice");
        }
        if (++i == argc) {
            throw BadInput("the value of " + quoted(name) + " is missing");
        }
        apply(request.options, name, argv[i]);
    }
    if (!given.contains("--contestant")) {
        throw BadInput("--contestant is missing; valid: " + all_names(", "));
    }
    Options& options = request.options;
    if (!given.contains("--largest-bytes")) {
        options.largest_bytes = options.block_bytes;
    }
    if (options.largest_bytes < options.block_bytes) {
        throw BadInput("--largest-bytes is less than --block-bytes");
    }
    return request;
}

}  // namespace allocpool::blocks
