#pragma once

/// A run's options: the command line, checked and complete.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "settings.hpp"
#include "shape.hpp"
#include "sizes.hpp"

namespace allocpool::threads {

enum class Contestant {
    one_thread,
    two_threads_handback,
    two_threads_shared_mutex,
    two_threads_shared_spin,
    two_threads_shared_lockfree,
    two_threads_mempool,
    two_threads_fill_ring,
    one_thread_malloc,
    two_threads_malloc,
    n_processors_handback,
    n_processors_shared,
    false_sharing,
    false_sharing_removed
};

inline constexpr std::array<Named<Contestant>, 13> contestant_names{
    {{Contestant::one_thread, "one-thread"},
     {Contestant::two_threads_handback, "two-threads-handback"},
     {Contestant::two_threads_shared_mutex, "two-threads-shared-mutex"},
     {Contestant::two_threads_shared_spin, "two-threads-shared-spin"},
     {Contestant::two_threads_shared_lockfree, "two-threads-shared-lockfree"},
     {Contestant::two_threads_mempool, "two-threads-mempool"},
     {Contestant::two_threads_fill_ring, "two-threads-fill-ring"},
     {Contestant::one_thread_malloc, "one-thread-malloc"},
     {Contestant::two_threads_malloc, "two-threads-malloc"},
     {Contestant::n_processors_handback, "N-processors-handback"},
     {Contestant::n_processors_shared, "N-processors-shared"},
     {Contestant::false_sharing, "false-sharing"},
     {Contestant::false_sharing_removed, "false-sharing-removed"}}};

/// True for the contestants with as many processors as asked for; the others have one.
constexpr bool has_many_processors(Contestant contestant) {
    return contestant >= Contestant::n_processors_handback;
}

/// How many threads can run at a time: the cores available to this process; at least 1.
std::size_t cores();

struct Options {
    Contestant contestant = Contestant::one_thread;
    Case which = Case::a;
    Mode mode = Mode::batch;
    GeneratorKind generator = GeneratorKind::counter;
    ClockKind clock = ClockKind::counter;
    std::size_t scale = 1;
    double seconds = 2;
    Shape shape{1, 1024, 32};

    Sizes sizes() const { return sizes_of(which, scale); }

    /// Threads that need a core of their own, the clock's included.
    std::size_t threads() const {
        const bool clock_thread = mode == Mode::realtime && clock == ClockKind::thread;
        const bool alone = contestant == Contestant::one_thread ||
                           contestant == Contestant::one_thread_malloc;
        return (alone ? 1 : 1 + shape.processors) + (clock_thread ? 1 : 0);
    }

    /// Packets that fill queue and store, as with the analysers' --settle.
    std::uint64_t settle() const {
        const std::uint64_t per_slot = generator == GeneratorKind::counter ? 16 : 48;
        return sizes().queue + per_slot * sizes().stored;
    }

    /// Packets between two readings of the clock in batch mode.
    std::uint64_t chunk() const { return 10'000 / scale; }
};

/// What the command line asks for: either a text to print or a run.
struct Request {
    std::optional<std::string> text;
    Options options;
};

/// @throws BadInput
Request parse_options(int argc, const char* const* argv);

}  // namespace allocpool::threads
