#pragma once

/// What real-time mode is to measure, one after the other.

#include <cstddef>
#include <optional>
#include <string>

#include "interval.hpp"
#include "line_reader.hpp"
#include "settings.hpp"

namespace allocpool {

/// One probe.
struct ProbeRequest {
    Interval interval;
    double seconds;         ///< the window that counts
    double warmup_seconds;  ///< before that; may be 0
    bool until_loss;        ///< end the window when it has seen a loss
};

/// @param line INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss], with blanks between; the
///             numbers are those of the command line
/// @throws BadInput naming the line
ProbeRequest parse_probe_request(const std::string& line);

/// The intervals of the command line, or, if it says so, what standard input asks for:
/// the next line is read when the probe before is done, so that whoever writes it may
/// decide by the outcome.
class ProbeRequests {
  public:
    /// @param settings outlive this object
    /// @param input the descriptor of standard input
    ProbeRequests(const Settings& settings, int input)
        : settings_{settings}, lines_{input} {}

    /// @return nothing when there are no more, or a signal came
    /// @throws BadInput, std::system_error
    std::optional<ProbeRequest> next();

  private:
    const Settings& settings_;
    LineReader lines_;
    std::size_t given_ = 0;
};

}  // namespace allocpool
