#pragma once

/// From ticks to packets.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tick_account.hpp"

namespace allocpool {

/// Takes ticks from a clock, and sends a packet through the analyser for each. Probes and
/// service runs share this code, so that results of one hold for the other.
///
/// @tparam Ticks `QueueTicks`, `CounterTicks` or a similar class: `poll()` returns the
///         next batch of ticks, empty if none are due, and `release()` gives it back.
///         Lost ticks are missing at the start of a batch.
template <class Analyser, class Ticks>
class TickFeed {
  public:
    /// @param ticks used by this object alone from now on
    /// @param first_tick the number of the first of them
    TickFeed(Analyser& analyser, Ticks& ticks, std::uint32_t first_tick)
        : analyser_{analyser}, ticks_{ticks}, account_{first_tick} {}

    // --8<-- [start:take]
    /// Takes the waiting ticks, but at most `part`: the array may hold far more than the
    /// caller can handle before it next reads the clock.
    /// @return how many it took; 0 if none are due
    std::size_t take(std::size_t part) {
        if (waiting_.empty()) {
            waiting_ = ticks_.poll();
        }
        const Batch sequences = waiting_.first(std::min(part, waiting_.size()));
        if (sequences.empty()) {
            return 0;
        }
        for (const std::uint32_t sequence : sequences) {
            account_.receive(sequence);
        }
        analyser_.run(sequences.size());
        packets_ += sequences.size();
        waiting_ = waiting_.subspan(sequences.size());
        if (waiting_.empty()) {
            ticks_.release();
        }
        return sequences.size();
    }
    // --8<-- [end:take]

    /// True if everything polled has been taken.
    bool is_between_batches() const { return waiting_.empty(); }

    TickAccount& account() { return account_; }

    /// Packets taken in.
    std::uint64_t packets() const { return packets_; }

  private:
    using Batch = typename Ticks::Batch;

    Analyser& analyser_;
    Ticks& ticks_;
    Batch waiting_;  // polled, but not handled yet
    TickAccount account_;
    std::uint64_t packets_ = 0;
};

}  // namespace allocpool
