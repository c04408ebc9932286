/// Every contestant as a whole: it processes the right packets, each with one owner.

#include "pipeline.hpp"

#include <gtest/gtest.h>

#if defined(__linux__)
#include <sched.h>
#endif

#include <cstdint>
#include <string>
#include <vector>

#include "analyser.hpp"
#include "contestants.hpp"
#include "expected.hpp"
#include "generator.hpp"
#include "model.hpp"
#include "options.hpp"
#include "outcome.hpp"
#include "strategies.hpp"

namespace allocpool::threads {
namespace {

using Parts = std::vector<std::uint64_t>;

/// Sends the packets in parts, closes, and checks the outcome.
template <class Generator>
void expect_right(const Options& options, const Parts& parts) {
    SCOPED_TRACE(testing::Message()
                 << name_of(options.contestant, contestant_names) << ", case "
                 << name_of(options.which, case_names) << ", " << options.shape.processors
                 << " processors, ring " << options.shape.ring << ", group "
                 << options.shape.group << ", "
                 << name_of(options.generator, generator_names));
    with_contestant<Generator>(options, [&](auto& analyser) {
        std::uint64_t packets = 0;
        for (const std::uint64_t part : parts) {
            analyser.run(part);
            packets += part;
        }
        analyser.close();
        EXPECT_EQ(
            analyser.outcome(),
            expected<Generator>(options.sizes(), options.shape.processors, packets));
        EXPECT_NO_THROW(analyser.check_owners());
    });
}

void expect_right(const Options& options, const Parts& parts) {
    if (options.generator == GeneratorKind::counter) {
        expect_right<CounterGenerator>(options, parts);
    } else {
        expect_right<RandomGenerator>(options, parts);
    }
}

Options scaled(Contestant contestant) {
    Options options;
    options.contestant = contestant;
    options.generator = GeneratorKind::random;
    options.scale = 100;
    options.shape.processors = has_many_processors(contestant) ? 3 : 1;
    return options;
}

class AnyContestant : public testing::TestWithParam<Contestant> {};

INSTANTIATE_TEST_SUITE_P(All, AnyContestant, testing::ValuesIn([] {
                             std::vector<Contestant> all;
                             for (const auto& named : contestant_names) {
                                 all.push_back(named.value);
                             }
                             return all;
                         }()),
                         [](const auto& each) {
                             std::string name{name_of(each.param, contestant_names)};
                             for (char& c : name) {
                                 c = c == '-' ? '_' : c;
                             }
                             return name;
                         });

TEST_P(AnyContestant, ProcessesWhatItMustInEveryCase) {
    Options options = scaled(GetParam());
    for (const Case which : {Case::a, Case::b, Case::c}) {
        options.which = which;
        expect_right(options, {30'000});
    }
    options.generator = GeneratorKind::counter;
    expect_right(options, {30'000});
}

TEST_P(AnyContestant, AgreesAtEveryCount) {
    const Options options = scaled(GetParam());
    const std::uint64_t queue = options.sizes().queue;
    for (const Parts& parts : std::vector<Parts>{
             {}, {0}, {1}, {queue}, {queue + 1}, {1, 2, 3, 500}, {64, 64, 64}}) {
        expect_right(options, parts);
    }
}

/// The rings are so small, or the groups so large, that all threads wait for each other.
TEST_P(AnyContestant, GetsThroughTinyRingsAndLargeGroups) {
    Options options = scaled(GetParam());
    for (const std::size_t ring : {1U, 2U, 3U}) {
        for (const std::size_t group : {1U, 2U, 1024U}) {
            options.shape.ring = ring;
            options.shape.group = group;
            expect_right(options, {150, 50});
        }
    }
}

/// In case C, at this scale, only 100 packets are neither in queues nor in stores: fewer
/// than the threads would hold back for their groups.
TEST_P(AnyContestant, GoesOnWhenThePoolIsEmpty) {
    Options options = scaled(GetParam());
    options.which = Case::c;
    options.generator = GeneratorKind::counter;  // which fills every slot of the store
    options.shape.processors = has_many_processors(GetParam()) ? 5 : 1;
    options.shape.group = 64;
    expect_right(options, {150'000});
}

TEST_P(AnyContestant, StopsInTheMiddle) {
    for (int turn = 0; turn < 10; ++turn) {
        with_contestant<CounterGenerator>(scaled(GetParam()), [&](auto& analyser) {
            analyser.run(static_cast<std::uint64_t>(turn) * 77);
        });
    }
}

TEST_P(AnyContestant, HasTakenEverythingWhenItHasFinished) {
    const Options options = scaled(GetParam());
    with_contestant<CounterGenerator>(options, [&](auto& analyser) {
        for (int turn = 0; turn < 5; ++turn) {
            analyser.run(1000);
            analyser.finish();
        }
        analyser.close();
        analyser.close();
        EXPECT_EQ(analyser.outcome().processed, 5000 - options.sizes().queue);
    });
}

#if defined(__linux__)
/// All threads run on one core, so a spinning thread must let the others run.
TEST_P(AnyContestant, GetsThroughOnOneCore) {
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu) {
        if (CPU_ISSET(cpu, &before)) {
            CPU_SET(cpu, &one);
        }
    }
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
    EXPECT_EQ(cores(), 1U);
    expect_right(scaled(GetParam()), {5000, 5000});
    ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
}
#endif

/// Repeated often, because failures at the end are a matter of nanoseconds.
TEST(Pipeline, LeavesNothingInItsRingsWhenItIsClosed) {
    constexpr Sizes sizes{64, 64, 4, 4};
    for (std::uint64_t turn = 0; turn < 1000; ++turn) {
        Pipeline<CounterGenerator, HandBack, Apart> pipeline{sizes, {2, 8, 1}};
        for (std::uint64_t packets = 0; packets < turn % 16; ++packets) {
            pipeline.run(1);
        }
        pipeline.close();
        ASSERT_EQ(pipeline.outcome(), expected<CounterGenerator>(sizes, 2, turn % 16));
    }
}

/// With one processor, the digest is the analysers', which has been published.
TEST(Pipeline, OfOneProcessorGivesTheAnalysersDigest) {
    const Sizes sizes = sizes_of(Case::b, 100);
    Analyser<cpp_flat::Packet, Pool<cpp_flat::Packet>, RandomGenerator> analyser{
        sizes, sizes.pool};
    analyser.run(5000);
    EXPECT_EQ(analyser.digest(), 0xc4551824dab15531U);
    Options options = scaled(Contestant::one_thread);
    options.which = Case::b;
    for (const Contestant contestant :
         {Contestant::one_thread, Contestant::two_threads_handback,
          Contestant::two_threads_shared_mutex, Contestant::two_threads_shared_spin,
          Contestant::two_threads_shared_lockfree, Contestant::two_threads_mempool,
          Contestant::two_threads_fill_ring, Contestant::one_thread_malloc,
          Contestant::two_threads_malloc}) {
        options.contestant = contestant;
        with_contestant<RandomGenerator>(options, [&](auto& threads) {
            threads.run(5000);
            threads.close();
            EXPECT_EQ(threads.outcome(), (Outcome{5000, 4000, 252, 0xc4551824dab15531U}));
        });
    }
}

}  // namespace
}  // namespace allocpool::threads
