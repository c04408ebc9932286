/// Measures the cost of a `new` and a `delete`, for several block sizes and numbers of
/// live blocks. One JSON line for each pair of those:
///   {"event":"new","bytes":16,"live":1000,"pairs":123456,"ns_per_pair":12.3}

#include <cinttypes>
#include <cstring>
#include <memory>
#include <utility>

#include "generator.hpp"
#include "measuring.hpp"

namespace {

using allocpool::RandomGenerator;
namespace steps = allocpool::steps;

/// Live blocks; each turn deletes one at random and allocates a new one in its place.
class Blocks {
  public:
    Blocks(std::size_t bytes, std::size_t live) : bytes_{bytes}, slots_(live) {
        for (auto& slot : slots_) {
            slot = make();
        }
    }

    void turn() {
        // The high half of a product maps a random number to a range without division.
        const std::uint64_t index = (generator_.next() >> 32U) * slots_.size() >> 32U;
        slots_[index].reset();
        slots_[index] = make();
    }

  private:
    std::unique_ptr<char[]> make() const {
        std::unique_ptr<char[]> block{new char[bytes_]};
        block[0] =
            1;  // as a program would: a block that is not used would cost too little
        return block;
    }

    std::size_t bytes_;
    std::vector<std::unique_ptr<char[]>> slots_;
    RandomGenerator generator_ = RandomGenerator::for_store();
};

/// The same turns without the blocks: the loop's own cost, which is subtracted.
double loop_ns(std::size_t live, std::uint64_t milliseconds) {
    RandomGenerator generator = RandomGenerator::for_store();
    std::vector<char*> slots(live);
    return steps::measure(milliseconds, 1000,
                          [&](std::uint64_t count) {
                              for (std::uint64_t i = 0; i < count; ++i) {
                                  const std::uint64_t index =
                                      (generator.next() >> 32U) * live >> 32U;
                                  char* slot = slots[index];
                                  steps::keep(slot);
                                  slots[index] = slot;
                              }
                          })
        .ns;
}

void run(int argc, char** argv) {
    constexpr std::uint64_t most_bytes = 1 << 20;
    constexpr std::uint64_t most_live = 10'000'000;
    std::map<std::string, steps::Option> options{
        {"--bytes", {1, most_bytes, {16, 64, 256, 1024}, true}},
        {"--live", {1, most_live, {1, 1000, 100'000}, true}},
        {"--ms", {1, 60'000, {50}, false}}};
    steps::read_options(argc, argv, options);
    const std::uint64_t milliseconds = options.at("--ms").value.front();
    for (const std::uint64_t live : options.at("--live").value) {
        const double loop = loop_ns(live, std::max<std::uint64_t>(1, milliseconds / 5));
        for (const std::uint64_t bytes : options.at("--bytes").value) {
            Blocks blocks{bytes, live};
            const steps::Measured measured =
                steps::measure(milliseconds, 1000, [&](std::uint64_t count) {
                    for (std::uint64_t i = 0; i < count; ++i) {
                        blocks.turn();
                    }
                });
            steps::print_record(
                "{\"event\":\"new\",\"bytes\":%" PRIu64 ",\"live\":%" PRIu64
                ",\"pairs\":%" PRIu64 ",\"ns_per_pair\":%.2f}\n",
                bytes, live, measured.count, std::max(0.0, measured.ns - loop));
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    return allocpool::steps::guarded("new-cost", [&] { run(argc, argv); });
}
