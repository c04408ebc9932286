#pragma once

/// 64 bits that show whether two runs did the same work.

#include <cstdint>

#include "fields.hpp"
#include "generator.hpp"

namespace allocpool {

/// A sum of scrambled terms modulo 2^64. The order of adding does not matter, because
/// each packet's place is in its term.
class Digest {
  public:
    Digest(std::uint64_t processed, std::uint64_t tcp_count) noexcept
        : value_{mix64(processed) + mix64(tcp_count ^ 0x544350U)} {}

    /// @param place the packet's slot in the store; in the queue, the number of slots
    ///        plus the place there
    void add(std::uint64_t place, const Fields& f) noexcept {
        const std::uint64_t addresses = std::uint64_t{f.source} << 32U | f.destination;
        const std::uint64_t ports = std::uint64_t{f.source_port} << 48U |
                                    std::uint64_t{f.destination_port} << 32U |
                                    std::uint64_t{f.identification} << 16U |
                                    std::uint64_t{f.protocol} << 8U | f.time_to_live;
        const std::uint64_t lengths = std::uint64_t{f.version} << 24U |
                                      std::uint64_t{f.header_length} << 16U |
                                      f.total_length;
        value_ += mix64(mix64(mix64(mix64(place + 1) ^ addresses) ^ ports) ^ lengths);
    }

    std::uint64_t value() const noexcept { return value_; }

  private:
    std::uint64_t value_;
};

}  // namespace allocpool
