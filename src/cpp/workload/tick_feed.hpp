#pragma once

/// From ticks to packets.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "tick_account.hpp"

namespace allocpool {

/// Takes ticks from a clock, and sends a packet through the analyser for each. Probes and
/// service runs do it by the same code, so that what one tells holds for the other.
///
/// @tparam Ticks `QueueTicks` or `CounterTicks`, or something like them: `poll()` gives
///         the next batch of ticks, empty when none are due, and `release()` gives it
///         back. What is lost is missing at the start of a batch.
template <class Analyser, class Ticks>
class TickFeed {
  public:
    /// @param ticks from now on taken by this object alone
    /// @param first_tick the number of the first of them
    TickFeed(Analyser& analyser, Ticks& ticks, std::uint32_t first_tick)
        : analyser_{analyser}, ticks_{ticks}, account_{first_tick} {}

    // --8<-- [start:take]
    /// Takes the waiting ticks, but at most `part`: the array may hold many more than the
    /// caller can handle before its next look at the time.
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

    /// Whether all that was polled has been taken.
    bool is_between_batches() const { return waiting_.empty(); }

    TickAccount& account() { return account_; }

    /// Packets that went in.
    std::uint64_t packets() const { return packets_; }

  private:
    using Batch = typename Ticks::Batch;

    Analyser& analyser_;
    Ticks& ticks_;
    Batch waiting_;  // taken from the clock, not handled yet
    TickAccount account_;
    std::uint64_t packets_ = 0;
};

}  // namespace allocpool
