#pragma once

/// The rounds of batch mode, one after the other.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "line_reader.hpp"
#include "settings.hpp"

namespace allocpool {

/// One round: it ends after `packets`, or after `limit` if that is not 0.
struct RoundRequest {
    std::uint64_t packets;
    std::chrono::milliseconds limit;
};

/// @param line PACKETS LIMIT_MS, separated by blanks; the numbers are as on the command
///             line
/// @throws BadInput naming the line
RoundRequest parse_round_request(const std::string& line);

/// The rounds of the command line, or, if it says so, of standard input. The next line is
/// read only after the previous round is reported: two programs whose driver asks them in
/// turn never run at the same time.
class RoundRequests {
  public:
    /// @param settings outlive this object
    /// @param input the descriptor of standard input
    RoundRequests(const Settings& settings, int input)
        : settings_{settings}, lines_{input} {}

    /// @return nothing if there are no more, or a signal came
    /// @throws BadInput, std::system_error
    std::optional<RoundRequest> next();

  private:
    const Settings& settings_;
    LineReader lines_;
    std::uint64_t given_ = 0;
};

}  // namespace allocpool
