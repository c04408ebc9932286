#pragma once

/// Service times: how long packets take without waiting, to predict real time from.

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

/// The parameters of the clock that gives a service run its ticks.
namespace service_ticks {

/// Faster than any analyser.
inline constexpr std::int64_t interval_ps = 1000;

/// Enough waiting ticks for the run to go on for a while if the clock's thread is held
/// up.
inline constexpr std::int64_t capacity = 100'000;

}  // namespace service_ticks

/// Sends packets through the analyser as fast as it takes them and counts them per slice
/// of time. The time is read after every `packets_per_look` packets; a slice ends with
/// the first reading that is at least `shortest_slice_ns` after its start, and the next
/// one begins there. So there are no gaps between slices, and a long pause makes a long
/// slice. The run ends with the first slice that ends at its time or later, after
/// `most_slices`, or after a signal.
///
/// It takes a tick for each packet, as a probe does, from a clock that is always ahead:
/// it has a probe's work, memory and clock thread, but not the waiting.
///
/// All memory is touched before the run: recording a slice is only a store.
///
/// @tparam Ticks see `TickFeed`
template <class Analyser, class Ticks>
class ServiceRun {
  public:
    static constexpr std::size_t packets_per_look = 64;
    static constexpr std::uint64_t shortest_slice_ns = 250'000;

    /// 16 MB, and enough for four minutes.
    static constexpr std::size_t most_slices = 1'000'000;

    /// @param ticks a clock with the parameters of `service_ticks`, used by this object
    ///        alone; its first tick is number `settings.first_tick`
    /// @param settings with `service_seconds` above 0
    ServiceRun(Analyser& analyser, Ticks& ticks, const Settings& settings)
        : feed_{analyser, ticks, settings.first_tick},
          warmup_seconds_{settings.warmup_seconds},
          seconds_{settings.service_seconds},
          slices_(slices_in(std::max(warmup_seconds_, seconds_))) {}

    /// Runs once for warming up, unless `warmup_seconds` is 0, and once measured. Call it
    /// once.
    Service run() {
        if (warmup_seconds_ > 0) {
            fill(warmup_seconds_);
        }
        Service service = fill(seconds_);
        slices_.resize(count_);
        service.slices = std::move(slices_);
        return service;
    }

    /// All packets taken in, including the warm-up's.
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
    /// @param begin the slice's start; moved to its end
    /// @return the slice's packets
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

    /// Takes that many ticks, and waits for the clock if necessary.
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
