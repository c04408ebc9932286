#pragma once

#include <cstdint>

#include "sizes.hpp"
#include "wire.hpp"

namespace allocpool {

/// Stands in for the network interface: writes a header into each buffer it is given.
template <class Generator>
class Source {
  public:
    // --8<-- [start:fill]
    /// Writes the first 24 bytes of `buffer`, which has `buffer_bytes`. About one packet
    /// in 16 is TCP.
    void fill(std::uint8_t* buffer) noexcept {
        const std::uint64_t r = generator_.next();
        buffer[wire::version_and_length] = 0x45;  // version 4; 5 words of header
        buffer[wire::service] = 0;
        wire::put16(buffer + wire::total_length, buffer_bytes);
        wire::put16(buffer + wire::identification, r);
        wire::put16(buffer + wire::fragment, 0x4000);  // don't
        buffer[wire::time_to_live] = 64;
        buffer[wire::protocol] = (r & 15U) == 0 ? wire::tcp : wire::udp;
        wire::put16(buffer + wire::checksum, 0);
        wire::put32(buffer + wire::source_address, 0x0A000000U | (r >> 4U & 0xFFFFFFU));
        wire::put32(buffer + wire::destination_address,
                    0xC0A80000U | (r >> 28U & 0xFFFFU));
        wire::put16(buffer + wire::source_port, r >> 44U);
        wire::put16(buffer + wire::destination_port, r >> 8U);
    }
    // --8<-- [end:fill]

  private:
    Generator generator_ = Generator::for_source();
};

}  // namespace allocpool
