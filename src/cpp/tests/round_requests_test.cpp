#include "round_requests.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "input_pipe.hpp"
#include "values.hpp"

namespace allocpool {
namespace {

using namespace std::chrono_literals;

/// @return the message
std::string round_error(const std::string& line) {
    try {
        parse_round_request(line);
    } catch (const BadInput& error) {
        return error.what();
    }
    return "no error";
}

TEST(RoundRequest, IsALine) {
    const RoundRequest request = parse_round_request(" 5000\t50 \r");
    EXPECT_EQ(request.packets, 5000U);
    EXPECT_EQ(request.limit, 50ms);
}

TEST(RoundRequest, NamesABadLineAndWhatWouldBeValid) {
    for (const char* bad : {"", "5000", "5000 50 1"}) {
        EXPECT_EQ(round_error(bad),
                  "standard input: '" + std::string{bad} + "' is not PACKETS LIMIT_MS");
    }
    EXPECT_EQ(
        round_error("0 50"),
        "standard input: '0 50' is not PACKETS LIMIT_MS; PACKETS: '0' is not a whole "
        "number from 1 to 1000000000000");
    EXPECT_EQ(round_error("1 -1"),
              "standard input: '1 -1' is not PACKETS LIMIT_MS; LIMIT_MS: '-1' is not a "
              "whole number from 0 to 86400000");
}

TEST(RoundRequests, AreThoseOfTheCommandLine) {
    Settings settings;
    settings.packets = 7;
    settings.round_limit = 3ms;
    settings.rounds = 2;
    RoundRequests requests{settings, -1};
    for (int round = 0; round < 2; ++round) {
        const RoundRequest request = requests.next().value();
        EXPECT_EQ(request.packets, 7U);
        EXPECT_EQ(request.limit, 3ms);
    }
    EXPECT_FALSE(requests.next().has_value());
}

TEST(RoundRequests, AreReadOnlyWhenTheyAreWanted) {
    Settings settings;
    settings.rounds_on_input = true;
    InputPipe input;
    RoundRequests requests{settings, input.reading_end()};
    input.write("10 1\n");
    EXPECT_EQ(requests.next().value().packets, 10U);
    input.write("20 0\nnonsense\n");
    EXPECT_EQ(requests.next().value().packets, 20U);
    EXPECT_THROW(requests.next(), BadInput);
    input.close();
    EXPECT_FALSE(requests.next().has_value());
}

}  // namespace
}  // namespace allocpool
