/// Blocks that another thread frees: one contestant, measured once. See --help.

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "batch.hpp"
#include "bench_report.hpp"
#include "block_options.hpp"
#include "block_supplies.hpp"
#include "clock.hpp"
#include "guarded.hpp"
#include "line_printer.hpp"
#include "passing.hpp"
#include "stop_signal.hpp"
#include "threads/options.hpp"
#include "timed.hpp"

namespace allocpool::blocks {
namespace {

constexpr BenchReport report{"blocks", 6};
constexpr std::uint64_t chunk = 10'000;  // blocks between two readings of the clock

void start(const Options& options) {
    const std::size_t cores = threads::cores();
    report.start(name_of(options.contestant, contestant_names),
                 JsonObject{}
                     .number("block_bytes", std::uint64_t{options.block_bytes})
                     .number("largest_bytes", std::uint64_t{options.largest_bytes})
                     .number("interval_ns", options.interval_ns)
                     .number("seconds", options.seconds, 6)
                     .number("cores", std::uint64_t{cores})
                     .number("threads", std::uint64_t{options.threads()})
                     .number("group", std::uint64_t{options.shape.group})
                     .number("ring", std::uint64_t{options.shape.ring}));
    if (options.threads() > cores) {
        report.skipped("parallel",
                       "2 threads on 1 core: they take turns, and the figures show that");
    }
}

/// How long half of the calls take at most, and all but one in a thousand, or in 10,000.
void tell(const std::string& call, Durations& durations) {
    const TickRate& rate = Clock::system().rate();
    for (const auto& [name, share] :
         {std::pair{"_p50", 0.5}, {"_p999", 0.999}, {"_p9999", 0.9999}}) {
        const std::uint64_t ticks = durations.percentile(share);
        report.result(call + name, "ns", static_cast<double>(rate.to_nanos(ticks)),
                      durations.count());
    }
}

/// Passes blocks until the time is up.
template <class Passing>
Round pass_blocks(Passing& passing, const Options& options, std::uint64_t part) {
    return run_round(
        passing, std::numeric_limits<std::uint64_t>::max(), part,
        std::chrono::nanoseconds{static_cast<std::int64_t>(options.seconds * 1e9)});
}

/// The timing starts with a full queue and no block under way.
template <template <class> class Way, class Supply>
void run_paced(const Options& options) {
    constexpr std::uint64_t at_once = 100;  // the longest interval makes 0.1 s of them
    Way<Timed<Supply>> passing{options};
    passing.run(Timed<Supply>::warm_up(options));
    passing.finish();
    const Round round = pass_blocks(passing, options, at_once);
    passing.finish();
    passing.close();
    passing.check();
    if (stop_signal::received() == 0) {
        tell("acquire", passing.supply().acquired());
        tell("release", passing.supply().released());
        report.end(JsonObject{}.number("blocks", round.packets));
    }
}

/// The timing starts with a full queue and no block under way, and ends when the receiver
/// has taken the last one.
template <template <class> class Way, class Supply>
void run(const Options& options) {
    if (options.interval_ns != 0) {
        return run_paced<Way, Supply>(options);
    }
    Way<Supply> passing{options};
    passing.run(2 * options.shape.ring + chunk);
    passing.finish();
    const auto begin = std::chrono::steady_clock::now();
    const Round round = pass_blocks(passing, options, chunk);
    passing.finish();
    const std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - begin;
    passing.close();
    passing.check();
    if (stop_signal::received() == 0) {
        report.result("ns_per_block", "ns",
                      elapsed.count() / static_cast<double>(round.packets),
                      round.packets);
        report.end(JsonObject{}.number("blocks", round.packets));
    }
}

void run(int argc, char** argv) {
    const Request request = parse_options(argc, argv);
    if (request.text) {
        print_line(*request.text);
        return;
    }
    const Options& options = request.options;
    stop_signal::install();
    start(options);
    switch (options.contestant) {
        case Contestant::one_thread_malloc:
            return run<OneThread, Malloc>(options);
        case Contestant::two_threads_malloc:
            return run<TwoThreads, Malloc>(options);
        case Contestant::two_threads_handback:
            return run<TwoThreads, HandBack>(options);
        case Contestant::two_threads_slots:
            return run<TwoThreads, Slots>(options);
    }
}

}  // namespace
}  // namespace allocpool::blocks

int main(int argc, char** argv) {
    return allocpool::guarded("blocks-bench",
                              "smaller blocks or a shorter --ring need less",
                              [&] { allocpool::blocks::run(argc, argv); });
}
