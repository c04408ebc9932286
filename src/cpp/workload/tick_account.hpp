#pragma once

#include <cstdint>
#include <limits>

namespace allocpool {

/// Counts ticks sent and received by their sequence numbers alone: each number tells how
/// many were sent since the one before, modulo 2^32. (A gap of 2^32 ticks, 43 seconds at
/// 10 ns, would go unseen.)
class TickAccount {
  public:
    // --8<-- [start:tick-account]
    void receive(std::uint32_t sequence) noexcept {
        sent_ += static_cast<std::uint32_t>(sequence - last_);
        last_ = sequence;
        ++received_;
    }
    // --8<-- [end:tick-account]

    /// Counts from 0 again, but remembers the last number, so that nothing is missed.
    void begin_window() noexcept { sent_ = received_ = 0; }

    std::uint64_t sent() const noexcept { return sent_; }
    std::uint64_t received() const noexcept { return received_; }
    std::uint64_t lost() const noexcept { return sent_ - received_; }

  private:
    std::uint32_t last_ = std::numeric_limits<std::uint32_t>::max();  // "before 0"
    std::uint64_t sent_ = 0;
    std::uint64_t received_ = 0;
};

}  // namespace allocpool
