#include "text_reporter.hpp"

#include <algorithm>
#include <cinttypes>
#include <string_view>

#include "line_printer.hpp"

namespace allocpool {

void TextReporter::start(const std::string& implementation, const Settings& settings) {
    const auto text = [](std::string_view view) { return std::string{view}; };
    const Sizes sizes = settings.sizes();
    print_line(implementation + ", strategy " +
               text(name_of(settings.strategy, strategy_names)) + ", case " +
               text(name_of(settings.which, case_names)) + ", " +
               text(name_of(settings.mode, mode_names)) + ", generator " +
               text(name_of(settings.generator, generator_names)));
    print_line(
        formatted("packets: %zu in the queue, %zu in the store, %zu in the pool "
                  "(mix: %zu)",
                  sizes.queue, sizes.stored, sizes.pool, sizes.mix_pool));
    for (const auto& [name, value] : settings.variant) {
        print_line(name + ": " + value);
    }
}

void TextReporter::round(const Round& round) {
    print_line(formatted("round %3" PRIu64 "%s: %10" PRIu64
                         " packets, %8.1f ns per packet",
                         round.index, round.warmup ? " (warm-up)" : "          ",
                         round.packets, round.ns_per_packet()));
}

void TextReporter::progress(const Progress& progress) {
    print_line(formatted("%6.1f; %5.1f; lost: %8" PRIu64 "%s", progress.since_start_s,
                         progress.since_last_s, progress.lost,
                         progress.warmup ? " (warm-up)" : ""));
}

void TextReporter::service(const Service& service) {
    std::uint64_t longest = 0;
    for (const Slice& slice : service.slices) {
        longest = std::max(longest, slice.ns);
    }
    print_line(formatted(
        "as fast as possible for %.1f s: %" PRIu64
        " packets, %.1f ns per packet; longest slice %.3f ms",
        static_cast<double>(service.elapsed_ns) / 1e9, service.packets,
        static_cast<double>(service.elapsed_ns) / static_cast<double>(service.packets),
        static_cast<double>(longest) / 1e6));
}

void TextReporter::probe(const Probe& probe) {
    const std::string first =
        probe.losses.empty()
            ? ""
            : formatted(" (first after %.3f s%s)",
                        static_cast<double>(probe.losses.front().since_begin_ns) / 1e9,
                        probe.stopped_early ? ", stopped there" : "");
    print_line(formatted("every %s ns for %.1f s: sent %" PRIu64 ", received %" PRIu64
                         ", lost %" PRIu64 "%s; longest stall of the clock %.3f ms",
                         probe.interval.text().c_str(), probe.seconds, probe.sent,
                         probe.received, probe.lost(), first.c_str(),
                         static_cast<double>(probe.longest_stall_ns) / 1e6));
}

void TextReporter::end(const End& end) {
    const std::string digest =
        end.digest ? formatted("%016" PRIx64, *end.digest) : "none (one packet for all)";
    print_line(formatted("%" PRIu64 " packets in, %" PRIu64 " processed, %" PRIu64
                         " of them TCP; digest: %s",
                         end.packets, end.processed, end.tcp, digest.c_str()));
}

}  // namespace allocpool
