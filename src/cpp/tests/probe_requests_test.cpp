#include "probe_requests.hpp"

#include <gtest/gtest.h>

#include <string>

#include "input_pipe.hpp"
#include "values.hpp"

namespace allocpool {
namespace {

TEST(ProbeRequest, IsALine) {
    const ProbeRequest plain = parse_probe_request("1000 0.25 0");
    EXPECT_EQ(plain.interval, Interval{1'000'000});
    EXPECT_EQ(plain.seconds, 0.25);
    EXPECT_EQ(plain.warmup_seconds, 0);
    EXPECT_FALSE(plain.until_loss);

    const ProbeRequest full = parse_probe_request(" 14.125\t5  1.5 until-loss \r");
    EXPECT_EQ(full.interval, Interval{14'125});
    EXPECT_EQ(full.seconds, 5);
    EXPECT_EQ(full.warmup_seconds, 1.5);
    EXPECT_TRUE(full.until_loss);
}

/// @return the message; it must be one line
std::string probe_error(const std::string& line) {
    try {
        parse_probe_request(line);
    } catch (const BadInput& error) {
        const std::string message = error.what();
        EXPECT_EQ(message.find('\n'), std::string::npos);
        return message;
    }
    return "no error";
}

TEST(ProbeRequest, NamesABadLineAndWhatWouldBeValid) {
    for (const char* bad : {"", " ", "1000", "1000 1", "1000 1 1 1", "1000 1 1 until",
                            "1000 1 1 until-loss 1", "1000,500 1"}) {
        EXPECT_EQ(probe_error(bad),
                  "standard input: '" + std::string{bad} +
                      "' is not INTERVAL_NS SECONDS WARMUP_SECONDS [until-loss]");
    }
    EXPECT_EQ(probe_error("0 1 1"),
              "standard input: '0 1 1' is not INTERVAL_NS SECONDS WARMUP_SECONDS "
              "[until-loss]; INTERVAL_NS: '0' is not a number of nanoseconds from 1 to "
              "60000000000");
    EXPECT_NE(
        probe_error("10 0 1").find("; SECONDS: '0' is not a number of seconds above 0"),
        std::string::npos);
    EXPECT_NE(
        probe_error("10 1 -1").find("; WARMUP_SECONDS: '-1' is not a number of seconds"),
        std::string::npos);
    EXPECT_EQ(probe_error("10\v1").rfind("standard input: '10?1' is not", 0), 0U);
}

TEST(ProbeRequests, GoThroughTheIntervalsOfTheCommandLine) {
    Settings settings;
    settings.intervals = {{1000}, {2000}};
    settings.seconds = 3;
    settings.warmup_seconds = 4;
    ProbeRequests requests{settings, -1};
    const ProbeRequest first = requests.next().value();
    EXPECT_EQ(first.interval, Interval{1000});
    EXPECT_EQ(first.seconds, 3);
    EXPECT_EQ(first.warmup_seconds, 4);
    EXPECT_FALSE(first.until_loss);
    EXPECT_EQ(requests.next().value().interval, Interval{2000});
    EXPECT_FALSE(requests.next().has_value());
}

TEST(ProbeRequests, AreReadOnlyWhenTheyAreWanted) {
    Settings settings;
    settings.probes_on_input = true;
    InputPipe input;
    ProbeRequests requests{settings, input.reading_end()};
    input.write("10 1 1\n");
    EXPECT_EQ(requests.next().value().interval, Interval{10'000});
    input.write("20 1 1\nnonsense\n");
    EXPECT_EQ(requests.next().value().interval, Interval{20'000});
    EXPECT_THROW(requests.next(), BadInput);
    input.close();
    EXPECT_FALSE(requests.next().has_value());
}

}  // namespace
}  // namespace allocpool
