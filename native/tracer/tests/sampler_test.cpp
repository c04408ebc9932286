#include "tracer/sampler.hpp"

#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace allocpool::trace {
namespace {

constexpr std::size_t block_bytes = 64;
constexpr std::size_t thread_count = 4;
constexpr std::size_t window = 64;  // places that a thread fills in a round
constexpr std::size_t rounds = 300;

void* make() {
    const std::uint64_t period = count_down(block_bytes) ? due(block_bytes) : 0;
    void* block = std::malloc(block_bytes);
    if (period != 0) {
        born(block, block_bytes, period, 1, __builtin_return_address(0));
    }
    return block;
}

void drop(void* block) {
    Record* record = live.may_have(block) ? dying(block) : nullptr;
    std::free(block);
    if (record != nullptr) {
        died(*record, State::freed, 1);
    }
}

/// In each round, a thread replaces blocks that another thread made in the round before.
/// With the sanitizers, this checks the code that the preloaded library adds to each
/// call.
TEST(Sampler, ThreadsFreeEachOthersBlocks) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                         ("sampler-test-" + std::to_string(now_ns()));
    std::filesystem::create_directory(folder);
    setenv("ALLOCPOOL_TRACE", folder.c_str(), 1);
    setenv("ALLOCPOOL_TRACE_EVERY", "1024", 1);
    begin();

    std::vector<void*> places(thread_count * window, nullptr);
    std::barrier together{thread_count};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < thread_count; ++t) {
        threads.emplace_back([&places, &together, t] {
            for (std::size_t round = 0; round < rounds; ++round) {
                const std::size_t first = (round + t) % thread_count * window;
                for (std::size_t i = first; i < first + window; ++i) {
                    drop(places[i]);
                    places[i] = make();
                }
                together.arrive_and_wait();
            }
        });
    }
    for (std::thread& one : threads) {
        one.join();
    }
    for (void* block : places) {
        drop(block);
    }

    const auto file = std::make_unique<File>();
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".trace") {
            std::ifstream in(entry.path(), std::ios::binary);
            in.read(reinterpret_cast<char*>(file.get()), sizeof(File));
            ASSERT_TRUE(in);
        }
    }
    std::filesystem::remove_all(folder);
    EXPECT_EQ(file->header.magic, magic);
    EXPECT_EQ(file->header.dropped.load(), 0U);
    EXPECT_GE(file->header.threads.load(), 4U);
    const std::uint32_t records = file->header.records.load();
    ASSERT_GT(records, 100U);
    for (std::uint32_t i = 0; i < records; ++i) {
        const Record& one = file->records[i];
        ASSERT_EQ(one.state.load(), State::freed) << "sample " << i;
        ASSERT_EQ(one.size, block_bytes);
        ASSERT_GE(one.died_ns, one.born_ns);
        ASSERT_NE(one.died_by, one.born_by);
    }
}

}  // namespace
}  // namespace allocpool::trace
