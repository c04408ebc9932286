#pragma once

#include <cstdint>

namespace allocpool {

/// Counts ticks sent and received by their sequence numbers alone: each number shows how
/// many were sent since the last one received, modulo 2^32. (A gap of 2^32 ticks, 43
/// seconds at 10 ns, would go unnoticed.)
class TickAccount {
  public:
    /// @param first the number of the first tick sent
    explicit TickAccount(std::uint32_t first) noexcept : last_{first - 1} {}

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
    std::uint32_t last_;
    std::uint64_t sent_ = 0;
    std::uint64_t received_ = 0;
};

}  // namespace allocpool
