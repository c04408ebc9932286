#pragma once

/// The probes of real-time mode, one after the other.

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
    bool until_loss;        ///< end the window at the first loss
};

/// @param line INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss], separated by blanks; the
///             numbers are as on the command line
/// @throws BadInput naming the line
ProbeRequest parse_probe_request(const std::string& line);

/// The intervals of the command line, or, if it says so, of standard input: the next line
/// is read only after the previous probe is done, so that its writer may decide by the
/// outcome.
class ProbeRequests {
  public:
    /// @param settings outlive this object
    /// @param input the descriptor of standard input
    ProbeRequests(const Settings& settings, int input)
        : settings_{settings}, lines_{input} {}

    /// @return nothing if there are no more, or a signal came
    /// @throws BadInput, std::system_error
    std::optional<ProbeRequest> next();

  private:
    const Settings& settings_;
    LineReader lines_;
    std::size_t given_ = 0;
};

}  // namespace allocpool
