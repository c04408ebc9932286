#pragma once

/// How long packets take when nothing makes them wait: what real time is predicted from.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "reporter.hpp"
#include "stop_signal.hpp"

namespace allocpool {

/// Sends packets through the analyser as fast as possible and notes how many there were
/// in each slice of time. The time is read after every `packets_per_look` packets; a
/// slice ends with the first reading that is at least `shortest_slice_ns` after its
/// begin, and the next one begins there. So the slices leave nothing out, and a long
/// pause makes a long slice. The run ends with the first slice that ends at `seconds` or
/// later; or when there were `most_slices`, or a signal.
///
/// All memory is touched before the run: noting a slice is a store.
template <class Analyser>
class ServiceRun {
  public:
    static constexpr std::uint64_t packets_per_look = 64;
    static constexpr std::uint64_t shortest_slice_ns = 250'000;

    /// 16 MB, and enough for four minutes.
    static constexpr std::size_t most_slices = 1'000'000;

    /// @param seconds above 0
    ServiceRun(Analyser& analyser, double seconds)
        : analyser_{analyser}, seconds_{seconds}, slices_(slices_in(seconds)) {}

    /// To be called once.
    Service run() {
        const std::uint64_t begin = clock_.now();
        const std::uint64_t duration = ticks(seconds_ * 1e9);
        std::uint64_t slice_begin = begin;
        Service service{0, 0, {}};
        std::size_t count = 0;
        do {
            const std::uint64_t packets = run_slice(slice_begin);
            const std::uint64_t elapsed = clock_.rate().to_nanos(slice_begin - begin);
            slices_[count++] = {packets, elapsed - service.elapsed_ns};
            service.packets += packets;
            service.elapsed_ns = elapsed;
        } while (slice_begin - begin < duration && count < slices_.size() &&
                 stop_signal::received() == 0);
        slices_.resize(count);
        service.slices = std::move(slices_);
        return service;
    }

  private:
    static std::size_t slices_in(double seconds) {
        const double slices = seconds * 1e9 / static_cast<double>(shortest_slice_ns);
        // Two more: the last slice goes beyond the end, and a tick may be rounded off.
        return static_cast<std::size_t>(
            std::min(slices + 2, static_cast<double>(most_slices)));
    }

    /// @param begin when the slice begins; moved to its end
    /// @return its packets
    std::uint64_t run_slice(std::uint64_t& begin) {
        std::uint64_t packets = 0;
        std::uint64_t now;
        do {
            analyser_.run(packets_per_look);
            packets += packets_per_look;
            now = clock_.now();
        } while (static_cast<std::int64_t>(now - begin) < shortest_slice_);
        begin = now;
        return packets;
    }

    std::uint64_t ticks(double nanos) const {
        return clock_.rate().to_ticks(static_cast<std::uint64_t>(nanos));
    }

    const Clock& clock_ = Clock::system();
    const std::int64_t shortest_slice_ =
        static_cast<std::int64_t>(ticks(shortest_slice_ns));
    Analyser& analyser_;
    double seconds_;
    std::vector<Slice> slices_;
};

}  // namespace allocpool
