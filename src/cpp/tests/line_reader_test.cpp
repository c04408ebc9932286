#include "line_reader.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <system_error>

#include "input_pipe.hpp"

namespace allocpool {
namespace {

TEST(LineReader, GivesLinesOneByOne) {
    InputPipe pipe;
    LineReader reader{pipe.reading_end()};
    pipe.write("one\n\nthr");
    EXPECT_EQ(reader.next(), "one");
    EXPECT_EQ(reader.next(), "");
    pipe.write("ee\n");
    EXPECT_EQ(reader.next(), "three");
    pipe.close();
    EXPECT_EQ(reader.next(), std::nullopt);
    EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(LineReader, TheLastLineNeedsNoEnd) {
    InputPipe pipe;
    LineReader reader{pipe.reading_end()};
    pipe.write("one\ntwo");
    pipe.close();
    EXPECT_EQ(reader.next(), "one");
    EXPECT_EQ(reader.next(), "two");
    EXPECT_EQ(reader.next(), std::nullopt);
}

TEST(LineReader, CutsWhatIsTooLong) {
    const std::string longest(LineReader::longest, 'x');
    InputPipe pipe;
    LineReader reader{pipe.reading_end()};
    pipe.write(longest + "\n" + longest + "x\n");
    EXPECT_EQ(reader.next(), longest);
    EXPECT_EQ(reader.next(), longest + "...");
    pipe.write(longest + "x");
    EXPECT_EQ(reader.next(), longest + "...") << "without waiting for its end";
}

TEST(LineReader, SaysWhenItCannotRead) {
    const int folder = open("/", O_RDONLY);
    ASSERT_GE(folder, 0);
    EXPECT_THROW(LineReader{folder}.next(), std::system_error);
    close(folder);
}

}  // namespace
}  // namespace allocpool
