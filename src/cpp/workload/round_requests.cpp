#include "round_requests.hpp"

#include <iterator>
#include <sstream>
#include <vector>

#include "stop_signal.hpp"
#include "values.hpp"

namespace allocpool {

RoundRequest parse_round_request(const std::string& line) {
    const std::string bad =
        "standard input: " + quoted(line) + " is not PACKETS LIMIT_MS";
    std::istringstream stream{line};
    const std::vector<std::string> words{std::istream_iterator<std::string>{stream}, {}};
    if (words.size() != 2) {
        throw BadInput(bad);
    }
    try {
        return {whole_number("PACKETS", words[0], 1, most_packets),
                std::chrono::milliseconds{
                    whole_number("LIMIT_MS", words[1], 0, most_milliseconds)}};
    } catch (const BadInput& error) {
        throw BadInput(bad + "; " + error.what());
    }
}

std::optional<RoundRequest> RoundRequests::next() {
    if (settings_.rounds_on_input) {
        const auto line = lines_.next();
        return line ? std::optional{parse_round_request(*line)} : std::nullopt;
    }
    if (given_ == settings_.rounds || stop_signal::received() != 0) {
        return std::nullopt;
    }
    ++given_;
    return RoundRequest{settings_.packets, settings_.round_limit};
}

}  // namespace allocpool
