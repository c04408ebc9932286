#include "processor.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "generator.hpp"
#include "outcome.hpp"
#include "source.hpp"

namespace allocpool::threads {
namespace {

TEST(PartOf, PartsDifferByOneAndAddUp) {
    for (const std::size_t total : {0U, 1U, 7U, 100U, 495'000U}) {
        for (const std::size_t parts : {1U, 2U, 3U, 64U}) {
            std::size_t sum = 0;
            for (std::size_t part = 0; part < parts; ++part) {
                EXPECT_GE(part_of(total, part, parts), total / parts);
                EXPECT_LE(part_of(total, part, parts), total / parts + 1);
                sum += part_of(total, part, parts);
            }
            EXPECT_EQ(sum, total);
        }
    }
}

TEST(Processor, KeepsItsQueueAndReleasesWhatItDoesNotStore) {
    constexpr std::size_t packets = 40;
    Slab slab{packets};
    Source<CounterGenerator> source;  // numbers 0, 16 and 32 are TCP
    Processor<CounterGenerator> processor{slab, 3, 2};
    std::vector<Handle> released;
    for (Handle handle = 0; handle < packets; ++handle) {
        source.fill(slab[handle].bytes());
        processor.take(handle, [&](Handle each) { released.push_back(each); });
    }
    EXPECT_EQ(processor.processed(), packets - 3);
    EXPECT_EQ(processor.tcp_count(), 3U);
    EXPECT_EQ(processor.places(), 5U);
    // The store chose its slots 0, 1 and 0 again: number 32 replaced number 0.
    EXPECT_EQ(released.size(), packets - 3 - 2);
    std::vector<Handle> owned = released;
    processor.add_to(owned);
    EXPECT_NO_THROW(check_owners({owned}, packets));
    EXPECT_EQ(std::vector<Handle>(owned.end() - 5, owned.end()),
              (std::vector<Handle>{32, 16, 37, 38, 39}));
}

}  // namespace
}  // namespace allocpool::threads
