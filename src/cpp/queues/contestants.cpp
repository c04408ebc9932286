#include "queue_bench/contestants.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "line_printer.hpp"
#include "queue_bench/batch_size.hpp"
#include "queue_bench/consume_cost.hpp"
#include "queue_bench/contestant.hpp"
#include "queue_bench/good_interval.hpp"
#include "queue_bench/line_transfer.hpp"
#include "queue_bench/round_trip.hpp"
#include "queue_bench/throughput.hpp"
#include "queue_bench/write_cost.hpp"
#include "queues/aligned_ring.hpp"
#include "queues/atomic_ring.hpp"
#include "queues/batch_ring.hpp"
#include "queues/cached_ring.hpp"
#include "queues/dual_array.hpp"
#include "queues/mutex_queue.hpp"
#include "queues/run_ring.hpp"
#include "stop_signal.hpp"
#ifdef ALLOCPOOL_BOOST_LOCKFREE
#include "queue_bench/boost_queue.hpp"
#endif
#ifdef ALLOCPOOL_READERWRITERQUEUE
#include "queue_bench/moodycamel_queue.hpp"
#endif

namespace allocpool::queue_bench {
namespace {

/// All measures of one queue; each function reports one of them.
template <class Contestant>
class Run {
  public:
    Run(const Options& options, const Report& report)
        : options_{options}, report_{report} {}

    void run(Measure measure) const {
        switch (measure) {
            case Measure::write:
                write(1);
                write(64);
                break;
            case Measure::consume:
                consume();
                break;
            case Measure::interval:
                interval();
                break;
            case Measure::throughput:
                through();
                break;
            case Measure::size:
                size(100);
                size(1000);
                break;
            case Measure::round_trip:
                round_trip();
                break;
            case Measure::line:
                line();
                break;
        }
    }

  private:
    using Queue = typename Contestant::Queue;

    static bool interrupted() { return stop_signal::received() != 0; }

    void write(std::uint64_t batch) const {
        const std::string metric = "write_" + std::to_string(batch);
        if (batch > Contestant::most_per_reading) {
            report_.skipped(metric, "its clock writes one tick at a time");
            return;
        }
        if (batch > static_cast<std::uint64_t>(capacity())) {
            report_.skipped(metric, "its capacity is less than that");
            return;
        }
        const Cost cost = write_cost<Queue>(capacity(), batch, options_.seconds / 2);
        if (!interrupted()) {
            report_.result(metric, "ns", cost.ns, cost.count);
        }
    }

    void consume() const {
        const Cost cost = consume_cost<Queue>(capacity(), options_.seconds);
        if (!interrupted()) {
            report_.result("consume", "ns", cost.ns, cost.count);
        }
    }

    void interval() const {
        const GoodInterval found =
            good_interval<Contestant>(options_.capacity, options_.seconds);
        if (interrupted()) {
            return;
        }
        if (!found.ns) {
            report_.skipped("interval", formatted("ticks are lost even at %.0f ns",
                                                  IntervalSteps::longest_ns));
            return;
        }
        const auto nanoseconds = [](std::chrono::nanoseconds stall) {
            return static_cast<std::uint64_t>(stall.count());
        };
        report_.result(
            "interval", "ns", *found.ns, found.windows,
            JsonObject{}
                .number("sent", found.sent)
                .number("lost", found.lost)
                .number("stalled_windows", found.stalled_windows)
                .object("stalls",
                        JsonObject{}
                            .number("producer_ns", nanoseconds(found.producer_stall))
                            .number("consumer_ns", nanoseconds(found.consumer_stall))));
    }

    void through() const {
        const Cost cost = throughput<Contestant>(capacity(), options_.seconds);
        if (!interrupted()) {
            report_.result("throughput", "ns", cost.ns, cost.count);
        }
    }

    void size(int interval_ns) const {
        const BatchSize found =
            batch_size<Contestant>(capacity(), interval_ns, options_.seconds / 2);
        if (!interrupted()) {
            report_.result("size_" + std::to_string(interval_ns), "ticks", found.mean,
                           found.looks);
        }
    }

    void round_trip() const {
        std::vector<double> samples = round_trips<Queue>(capacity(), options_.seconds);
        if (!interrupted()) {
            report_.percentiles("round_trip", "ns", std::move(samples));
        }
    }

    void line() const {
        const Cost cost = line_transfer(options_.seconds);
        if (!interrupted()) {
            report_.result("line", "ns", cost.ns, cost.count);
        }
    }

    std::int64_t capacity() const { return options_.capacity_or_default(); }

    const Options& options_;
    const Report& report_;
};

template <class Contestant>
void measure_all(const Options& options, const Report& report) {
    const Run<Contestant> run{options, report};
    for (const Measure measure : options.measures) {
        if (stop_signal::received() == 0) {
            run.run(measure);
        }
    }
}

/// For a queue whose header was missing when this program was built.
[[maybe_unused]] void report_not_built(const Report& report, const std::string& package) {
    report.skipped("", "this program was built without it, for want of the headers in " +
                           package + " (Debian's name)");
}

struct Entry {
    const char* name;
    void (*run)(const Options&, const Report&);
};

constexpr std::array entries{
    Entry{"mutex-queue", measure_all<Contestant<MutexQueue>>},
    Entry{"atomic-ring", measure_all<Contestant<AtomicRing>>},
    Entry{"aligned-ring", measure_all<Contestant<AlignedRing>>},
    Entry{"cached-ring", measure_all<Contestant<CachedRing>>},
    Entry{"dual-array-2018", measure_all<Contestant<DualArray, 1>>},
    Entry{"dual-array", measure_all<Contestant<DualArray>>},
    Entry{"batch-ring", measure_all<Contestant<BatchRing>>},
    Entry{"run-ring", measure_all<Contestant<RunRing>>},
#ifdef ALLOCPOOL_BOOST_LOCKFREE
    Entry{"boost-spsc", measure_all<Contestant<BoostQueue>>},
#else
    Entry{"boost-spsc",
          [](const Options&, const Report& report) {
              report_not_built(report, "libboost-dev");
          }},
#endif
#ifdef ALLOCPOOL_READERWRITERQUEUE
    Entry{"readerwriterqueue", measure_all<Contestant<MoodycamelQueue>>},
#else
    Entry{"readerwriterqueue",
          [](const Options&, const Report& report) {
              report_not_built(report, "libreaderwriterqueue-dev");
          }},
#endif
};

}  // namespace

std::vector<std::string> contestant_names() {
    std::vector<std::string> names;
    for (const Entry& entry : entries) {
        names.emplace_back(entry.name);
    }
    return names;
}

void run_contestant(const Options& options, const Report& report) {
    for (const Entry& entry : entries) {
        if (entry.name == options.queue) {
            entry.run(options, report);
        }
    }
}

}  // namespace allocpool::queue_bench
