#pragma once

/// How long packets take when nothing makes them wait: what real time is predicted from.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "counter.hpp"
#include "reporter.hpp"
#include "settings.hpp"
#include "stop_signal.hpp"
#include "tick_feed.hpp"

namespace allocpool {

/// The clock that a service run takes its ticks from.
namespace service_ticks {

/// No analyser keeps up with it.
inline constexpr std::int64_t interval_ps = 1000;

/// So many ticks wait that the run goes on for a while when the clock's thread itself is
/// held up.
inline constexpr std::int64_t capacity = 100'000;

}  // namespace service_ticks

/// Sends packets through the analyser as fast as it takes them and notes how many there
/// were in each slice of time. The time is read after every `packets_per_look` packets; a
/// slice ends with the first reading that is at least `shortest_slice_ns` after its
/// begin, and the next one begins there. So the slices leave nothing out, and a long
/// pause makes a long slice. The run ends with the first slice that ends at its time or
/// later; or when there were `most_slices`, or a signal.
///
/// It takes a tick for each packet, as a probe does, from a clock that is always ahead:
/// the work of a probe, its memory and the clock's thread beside it, without the waiting.
///
/// All memory is touched before the run: noting a slice is a store.
///
/// @tparam Ticks see `TickFeed`
template <class Analyser, class Ticks>
class ServiceRun {
  public:
    static constexpr std::size_t packets_per_look = 64;
    static constexpr std::uint64_t shortest_slice_ns = 250'000;

    /// 16 MB, and enough for four minutes.
    static constexpr std::size_t most_slices = 1'000'000;

    /// @param ticks a clock as `service_ticks` has it, taken by this object alone; its
    ///        first tick is number `settings.first_tick`
    /// @param settings with `service_seconds` above 0
    ServiceRun(Analyser& analyser, Ticks& ticks, const Settings& settings)
        : feed_{analyser, ticks, settings.first_tick},
          warmup_seconds_{settings.warmup_seconds},
          seconds_{settings.service_seconds},
          slices_(slices_in(std::max(warmup_seconds_, seconds_))) {}

    /// Runs once without counting, unless `warmup_seconds` is 0, and once for good. To be
    /// called once.
    Service run() {
        if (warmup_seconds_ > 0) {
            fill(warmup_seconds_);
        }
        Service service = fill(seconds_);
        slices_.resize(count_);
        service.slices = std::move(slices_);
        return service;
    }

    /// All packets that went in, those of the warm-up included.
    std::uint64_t packets() const { return feed_.packets(); }

  private:
    static std::size_t slices_in(double seconds) {
        const double slices = seconds * 1e9 / static_cast<double>(shortest_slice_ns);
        // Two more: the last slice goes beyond the end, and a tick may be rounded off.
        return static_cast<std::size_t>(
            std::min(slices + 2, static_cast<double>(most_slices)));
    }

    /// @return the sums; the slices are in `slices_`
    Service fill(double seconds) {
        const std::uint64_t begin = clock_.now();
        const std::uint64_t duration = counted(seconds * 1e9);
        std::uint64_t slice_begin = begin;
        Service service{0, 0, {}};
        count_ = 0;
        do {
            const std::uint64_t packets = run_slice(slice_begin);
            const std::uint64_t elapsed = clock_.rate().to_nanos(slice_begin - begin);
            slices_[count_++] = {packets, elapsed - service.elapsed_ns};
            service.packets += packets;
            service.elapsed_ns = elapsed;
        } while (slice_begin - begin < duration && count_ < slices_.size() &&
                 stop_signal::received() == 0);
        return service;
    }

    // --8<-- [start:run-slice]
    /// @param begin when the slice begins; moved to its end
    /// @return its packets
    std::uint64_t run_slice(std::uint64_t& begin) {
        std::uint64_t packets = 0;
        std::uint64_t now;
        do {
            packets += take_all(packets_per_look);
            now = clock_.now();
        } while (static_cast<std::int64_t>(now - begin) < shortest_slice_);
        begin = now;
        return packets;
    }
    // --8<-- [end:run-slice]

    /// Waits for the clock where it must.
    std::size_t take_all(std::size_t packets) {
        for (std::size_t left = packets; left != 0;) {
            const std::size_t taken = feed_.take(left);
            left -= taken;
            if (taken == 0) {
                counter::relax();
            }
        }
        return packets;
    }

    std::uint64_t counted(double nanos) const {
        return clock_.rate().to_ticks(static_cast<std::uint64_t>(nanos));
    }

    const Clock& clock_ = Clock::system();
    const std::int64_t shortest_slice_ =
        static_cast<std::int64_t>(counted(shortest_slice_ns));
    TickFeed<Analyser, Ticks> feed_;
    double warmup_seconds_;
    double seconds_;
    std::vector<Slice> slices_;
    std::size_t count_ = 0;
};

}  // namespace allocpool
