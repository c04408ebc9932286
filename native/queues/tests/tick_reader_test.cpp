#include "queues/tick_reader.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "family.hpp"

namespace allocpool {
namespace {

template <class Consumer>
Numbers read(TickReader<Consumer>& reader, std::size_t most) {
    Numbers numbers;
    const std::size_t count =
        reader.read(most, [&](std::uint32_t number) { numbers.push_back(number); });
    EXPECT_EQ(count, numbers.size());
    return numbers;
}

TEST(TickReader, GivesABatchBackWhenItIsThrough) {
    RunRing queue{5};
    TickReader reader{queue.consumer()};
    queue.producer().push(0, 5);
    EXPECT_EQ(read(reader, 2), (Numbers{0, 1}));
    EXPECT_EQ(queue.producer().push(5, 1), 0U);
    std::uint32_t number = 0;
    EXPECT_TRUE(reader.take(number));
    EXPECT_EQ(number, 2U);
    EXPECT_EQ(read(reader, 0), Numbers{});
    EXPECT_EQ(read(reader, 9), (Numbers{3, 4})) << "no more than the batch";
    EXPECT_EQ(queue.producer().push(6, 1), 1U);
    EXPECT_EQ(read(reader, 9), Numbers{6});
    EXPECT_EQ(read(reader, 9), Numbers{});
    EXPECT_FALSE(reader.take(number));
}

TEST(TickReader, ReadsOneByOneWhereThereAreNoBatches) {
    AlignedRing queue{5};
    TickReader reader{queue.consumer()};
    append(queue.producer(), 0, 5);
    EXPECT_EQ(read(reader, 2), (Numbers{0, 1}));
    EXPECT_TRUE(queue.producer().offer(5)) << "each number's room comes back at once";
    EXPECT_EQ(read(reader, 9), (Numbers{2, 3, 4, 5}));
}

}  // namespace
}  // namespace allocpool
