#include "probe_requests.hpp"

#include <iterator>
#include <sstream>
#include <vector>

#include "stop_signal.hpp"
#include "values.hpp"

namespace allocpool {

ProbeRequest parse_probe_request(const std::string& line) {
    const std::string bad = "standard input: " + quoted(line) +
                            " is not INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss]";
    std::istringstream stream{line};
    const std::vector<std::string> words{std::istream_iterator<std::string>{stream}, {}};
    const bool until_loss = words.size() == 4 && words[3] == "until-loss";
    if (words.size() != 3 && !until_loss) {
        throw BadInput(bad);
    }
    try {
        return {parse_interval("INTERVAL_NS", words[0]),
                seconds_above_zero("SECONDS", words[1]),
                seconds_from_zero("WARMUP_SECONDS", words[2]), until_loss};
    } catch (const BadInput& error) {
        throw BadInput(bad + "; " + error.what());
    }
}

std::optional<ProbeRequest> ProbeRequests::next() {
    if (settings_.probes_on_input) {
        const auto line = lines_.next();
        return line ? std::optional{parse_probe_request(*line)} : std::nullopt;
    }
    if (given_ == settings_.intervals.size() || stop_signal::received() != 0) {
        return std::nullopt;
    }
    return ProbeRequest{settings_.intervals[given_++], settings_.seconds,
                        settings_.warmup_seconds, false};
}

}  // namespace allocpool
