#include "limit_analyser.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "digest.hpp"
#include "generator.hpp"
#include "handles.hpp"
#include "packet_path.hpp"
#include "pools.hpp"
#include "rings.hpp"
#include "slab.hpp"
#include "slot.hpp"
#include "values.hpp"

namespace allocpool::cpp_limit {
namespace {

/// The memory of a packet path, and the path.
template <class Naming, class Ring, class Pool, class Generator>
class PathAnalyser final : public LimitAnalyser {
  public:
    /// @param slots packets in the slab
    PathAnalyser(std::size_t slots, const Sizes& sizes, const Steps& steps)
        : slab_(slots, steps.page_kind()),
          packets_(slab_.slots()),
          queue_(Ring::elements(sizes.queue), Naming::none),
          stored_(sizes.stored, Naming::none),
          free_(all_handles(packets_, slots)),
          path_(packets_, Ring(queue_.data(), sizes.queue), Pool(free_.data(), slots),
                typename Path::Stored(stored_.data(), sizes.stored), steps.distance()) {}

    // --8<-- [start:run]
    /// All modes use this function, as in Analyser::run().
    [[gnu::noinline, gnu::flatten]] void run(std::uint64_t packets) override {
        Path path = path_;
        std::uint64_t left = packets;
        for (; left != 0 && path.filling(); --left) {
            path.begin();
        }
        for (; left != 0; --left) {
            path.step();
        }
        path_ = path;
    }
    // --8<-- [end:run]

    std::uint64_t processed() const noexcept override { return path_.processed(); }
    std::uint64_t tcp_count() const noexcept override { return path_.tcp_count(); }

    std::uint64_t digest() const override {
        Digest digest{processed(), tcp_count()};
        std::uint64_t place = 0;
        for (const Handle handle : stored_) {
            if (handle != Naming::none) {
                digest.add(place, path_.stored_fields(handle));
            }
            ++place;
        }
        for (std::size_t i = 0; i < path_.queued(); ++i) {
            digest.add(place++, path_.queued_fields(i));
        }
        return digest.value();
    }

    HugePages huge_pages() const override { return slab_.huge_pages(); }

  private:
    using Path = PacketPath<Naming, Ring, Pool, Generator>;
    using Handle = typename Naming::Handle;

    /// In reverse, as the last is handed out first: that is then the slab's beginning.
    static std::vector<Handle> all_handles(const Naming& packets, std::size_t slots) {
        std::vector<Handle> handles;
        handles.reserve(slots);
        for (std::size_t number = slots; number-- != 0;) {
            handles.push_back(packets.handle(number));
        }
        return handles;
    }

    Slab<typename Naming::Slot> slab_;
    Naming packets_;
    std::vector<Handle> queue_;
    std::vector<Handle> stored_;
    std::vector<Handle> free_;
    Path path_;
};

using Made = std::unique_ptr<LimitAnalyser>;

void check_pool(const Sizes& sizes) {
    if (sizes.pool <= sizes.queue + sizes.stored) {
        throw std::invalid_argument("the pool of " + std::to_string(sizes.pool) +
                                    " packets is too small for queue and store: " +
                                    std::to_string(sizes.queue + sizes.stored) +
                                    " and one more");
    }
}

template <class... Parts>
Made made(std::size_t slots, const Sizes& sizes, const Steps& steps) {
    return std::make_unique<PathAnalyser<Parts...>>(slots, sizes, steps);
}

template <class Naming, class Ring, class Generator>
Made with_pool(const Steps& steps, const Settings& settings) {
    using Handle = typename Naming::Handle;
    const Sizes sizes = settings.sizes();
    switch (settings.strategy) {
        case StrategyKind::dummy:
            return made<Naming, Ring, OneForAll<Handle>, Generator>(1, sizes, steps);
        case StrategyKind::pool:
            check_pool(sizes);
            return made<Naming, Ring, FreeList<Handle>, Generator>(sizes.pool, sizes,
                                                                   steps);
        default:
            throw BadInput(
                "--strategy: " + quoted(name_of(settings.strategy, strategy_names)) +
                " is not one of dummy, pool: cpp-limit allocates nothing");
    }
}

template <class Naming, class Ring>
Made with_generator(const Steps& steps, const Settings& settings) {
    return settings.generator == GeneratorKind::counter
               ? with_pool<Naming, Ring, CounterGenerator>(steps, settings)
               : with_pool<Naming, Ring, RandomGenerator>(steps, settings);
}

template <class Naming>
Made with_ring(const Steps& steps, const Settings& settings) {
    using Handle = typename Naming::Handle;
    return steps.ring ? with_generator<Naming, ExchangeRing<Handle>>(steps, settings)
                      : with_generator<Naming, PushPopRing<Handle>>(steps, settings);
}

template <class Slot>
Made with_handles(const Steps& steps, const Settings& settings) {
    return steps.handles ? with_ring<SlotNumbers<Slot>>(steps, settings)
                         : with_ring<SlotPointers<Slot>>(steps, settings);
}

}  // namespace

std::unique_ptr<LimitAnalyser> make_analyser(const Steps& steps,
                                             const Settings& settings) {
    return steps.layout ? with_handles<FieldsFirst>(steps, settings)
                        : with_handles<FieldsBehind>(steps, settings);
}

}  // namespace allocpool::cpp_limit
