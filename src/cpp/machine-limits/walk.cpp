#include "walk.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "analyser.hpp"
#include "generator.hpp"
#include "strategies.hpp"
#include "wire.hpp"

namespace allocpool::limits {
namespace {

constexpr std::uint64_t period = 32;  // in lengths of the store

/// Records the packets' uses.
class Trace {
  public:
    static constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t next_number() noexcept { return numbers_++; }

    void filled(std::uint32_t slot) {
        if (slot != last_parsed_) {
            note(slot);
        }
    }

    void parsed(std::uint32_t slot) {
        note(slot);
        last_parsed_ = slot;
    }

    void begin(std::size_t most) {
        slots_.reserve(most);
        noting_ = true;
    }

    std::vector<std::uint32_t> take() { return std::move(slots_); }

  private:
    void note(std::uint32_t slot) {
        if (noting_) {
            slots_.push_back(slot);
        }
    }

    std::vector<std::uint32_t> slots_;
    std::uint32_t numbers_ = 0;
    std::uint32_t last_parsed_ = nothing;
    bool noting_ = false;
};

/// A packet with only a header, which records its uses. The pool makes packets itself, so
/// the trace is global for them to find it.
class TracedPacket {
  public:
    static inline Trace* trace = nullptr;

    std::uint8_t* bytes() {
        if (slot_ == Trace::nothing) {
            slot_ = trace->next_number();
        }
        trace->filled(slot_);
        return header_.data();
    }

    void parse() { trace->parsed(slot_); }
    void forget() noexcept {}
    std::uint8_t protocol() const noexcept { return header_[wire::protocol]; }

  private:
    std::array<std::uint8_t, 24> header_{};
    std::uint32_t slot_ = Trace::nothing;
};

template <class Generator>
Walk follow(const Sizes& sizes) {
    Trace trace;
    TracedPacket::trace = &trace;
    // The analyser holds one packet while it steps.
    Analyser<TracedPacket, Pool<TracedPacket>, Generator> analyser{
        sizes, sizes.queue + sizes.stored + 1};
    const std::uint64_t packets = period * sizes.stored;
    analyser.run(2 * packets);
    trace.begin(packets + packets / 8);
    analyser.run(packets);
    return {trace.take(), packets};
}

}  // namespace

Walk follow_analyser(const Sizes& sizes, GeneratorKind generator) {
    return generator == GeneratorKind::counter ? follow<CounterGenerator>(sizes)
                                               : follow<RandomGenerator>(sizes);
}

}  // namespace allocpool::limits
