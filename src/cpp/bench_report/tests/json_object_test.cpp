#include "json_object.hpp"

#include <gtest/gtest.h>

namespace allocpool {
namespace {

TEST(JsonObject, HasItsMembersInOrder) {
    EXPECT_EQ(JsonObject{}.str(), "{}");
    EXPECT_EQ(JsonObject{}
                  .text("b", "say \"x\"")
                  .number("a", std::uint64_t{18'446'744'073'709'551'615U})
                  .number("c", 1.0005, 3)
                  .json("d", "[1]")
                  .object("e", JsonObject{}.number("f", 0.5, 1))
                  .str(),
              "{\"b\":\"say \\\"x\\\"\",\"a\":18446744073709551615,\"c\":1.000,"
              "\"d\":[1],\"e\":{\"f\":0.5}}");
}

TEST(JsonObject, TakesTheMembersOfAnother) {
    const JsonObject other = JsonObject{}.text("b", "x").text("c", "y");
    EXPECT_EQ(JsonObject{}.members_of(other).str(), other.str());
    EXPECT_EQ(JsonObject{}.text("a", "w").members_of(other).members_of({}).str(),
              "{\"a\":\"w\",\"b\":\"x\",\"c\":\"y\"}");
}

}  // namespace
}  // namespace allocpool
