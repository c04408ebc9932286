#include "steps/record.hpp"

#include <gtest/gtest.h>

namespace {

using steps::Record;

TEST(Record, FlattensObjectsAndArrays) {
    const Record record = Record::parse(R"( {"event":"start", "flags":["x","y"],
        "sizes":{"pool":1000,"queue":{"a":-1.5e3}}} )");
    EXPECT_EQ(record.text("event"), "start");
    EXPECT_EQ(record.number("sizes.pool"), 1000);
    EXPECT_EQ(record.number("sizes.queue.a"), -1500);
    EXPECT_EQ(record.text("flags.1"), "y");
}

TEST(Record, ReadsEmptyThingsEscapesAndWords) {
    const Record record = Record::parse(
        R"({"a":{},"b":[],"c":"q\"\\\/\n\t","d":true,"e":null,"f":[ 1 , 2 ]})");
    EXPECT_FALSE(record.has("a"));
    EXPECT_EQ(record.text("c"), "q\"\\/\n\t");
    EXPECT_EQ(record.text("d"), "true");
    EXPECT_EQ(record.text("e"), "null");
    EXPECT_EQ(record.number("f.1"), 2);
    EXPECT_NO_THROW(Record::parse("{}"));
}

TEST(Record, NamesWhatIsMissingOrNoNumber) {
    const Record record = Record::parse(R"({"a":"text","b":""})");
    EXPECT_THROW(record.text("c"), std::runtime_error);
    EXPECT_THROW(record.number("a"), std::runtime_error);
    EXPECT_THROW(record.number("b"), std::runtime_error);
}

TEST(Record, RefusesWhatIsNoObject) {
    for (const char* line :
         {"", " ", "1", "[1]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1}}",
          "{\"a\":1} x", "{\"a\":\"open}", "{\"a\":\"\\u0041\"}", "{\"a\" 1}", "{a:1}",
          "{\"a\":[1 2]}"}) {
        EXPECT_THROW(Record::parse(line), std::runtime_error) << line;
    }
}

}  // namespace
