/// Both implementations, all strategies but dummy, both generators, all cases, several
/// counts: one digest.

#include <gtest/gtest.h>

#include <cstdint>

#include "model.hpp"
#include "run_analyser.hpp"
#include "sizes.hpp"

namespace allocpool {
namespace {

void expect_model(Case which, bool random, std::uint64_t packets) {
    const Sizes sizes = sizes_of(which, 100);
    const model::Result expected = model::run(sizes.stored, random, packets);
    for (const auto& [name, run] : all_runners(random)) {
        SCOPED_TRACE(testing::Message()
                     << name << ", " << sizes.queue
                     << (random ? ", random, " : ", counter, ") << packets << " packets");
        const model::Result result = run(sizes, packets);
        EXPECT_EQ(result.processed, expected.processed);
        EXPECT_EQ(result.tcp, expected.tcp);
        EXPECT_EQ(result.digest, expected.digest);
    }
}

class DigestOfCase : public testing::TestWithParam<Case> {};

TEST_P(DigestOfCase, AgreesWithTheModelAtEveryCount) {
    const std::uint64_t queue = sizes_of(GetParam(), 100).queue;
    for (const bool random : {false, true}) {
        for (const std::uint64_t packets :
             {std::uint64_t{0}, std::uint64_t{1}, queue - 1, queue, queue + 1,
              std::uint64_t{5000}, std::uint64_t{100'000}}) {
            expect_model(GetParam(), random, packets);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(AllCases, DigestOfCase,
                         testing::Values(Case::a, Case::b, Case::c));

/// The vectors come from a program in another language, because the model and the
/// analysers could share a misunderstanding.
TEST(Digest, AgreesWithStoredVectors) {
    struct Vector {
        Case which;
        bool random;
        std::uint64_t packets, processed, tcp, digest;
    };
    for (const Vector& v :
         {Vector{Case::a, false, 0, 0, 0, 0x449363caabc4d70a},
          Vector{Case::a, false, 5000, 4900, 307, 0x771dca50dfd55dcf},
          Vector{Case::b, true, 5000, 4000, 252, 0xc4551824dab15531},
          Vector{Case::c, false, 100'000, 95'050, 5941, 0xd32683e213f5d17f},
          Vector{Case::c, true, 100'000, 95'050, 5956, 0x2bcfa29b8ba0b108}}) {
        for (const auto& [name, run] : all_runners(v.random)) {
            const model::Result result = run(sizes_of(v.which, 100), v.packets);
            EXPECT_EQ(result.processed, v.processed) << name;
            EXPECT_EQ(result.tcp, v.tcp) << name;
            EXPECT_EQ(result.digest, v.digest) << name;
        }
    }
}

TEST(Digest, TakingItChangesNothing) {
    const Sizes sizes = sizes_of(Case::a, 100);
    Analyser<cpp::Packet, Pool<cpp::Packet>, RandomGenerator> analyser{sizes, sizes.pool};
    for (int i = 0; i < 3000; ++i) {
        analyser.step();
    }
    EXPECT_EQ(analyser.digest(), analyser.digest());
    for (int i = 0; i < 2000; ++i) {
        analyser.step();
    }
    EXPECT_EQ(analyser.digest(), model::run(sizes.stored, true, 5000).digest);
}

}  // namespace
}  // namespace allocpool
