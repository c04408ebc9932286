#pragma once

/// A run's options: the command line, checked and complete.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "settings.hpp"
#include "threads/shape.hpp"

namespace allocpool::blocks {

enum class Contestant {
    one_thread_malloc,
    two_threads_malloc,
    two_threads_handback,
    two_threads_slots
};

inline constexpr std::array<Named<Contestant>, 4> contestant_names{
    {{Contestant::one_thread_malloc, "one-thread-malloc"},
     {Contestant::two_threads_malloc, "two-threads-malloc"},
     {Contestant::two_threads_handback, "two-threads-handback"},
     {Contestant::two_threads_slots, "two-threads-slots"}}};

struct Options {
    Contestant contestant = Contestant::one_thread_malloc;
    std::size_t block_bytes = 64;    ///< of the smallest block; a multiple of 16
    std::size_t largest_bytes = 64;  ///< likewise; at least `block_bytes`
    std::uint64_t interval_ns = 0;   ///< between two blocks; 0: as fast as possible
    double seconds = 2;
    threads::Shape shape{1, 1024, 32};

    std::size_t threads() const {
        return contestant == Contestant::one_thread_malloc ? 1 : 2;
    }
};

/// What the command line asks for: either a text to print or a run.
struct Request {
    std::optional<std::string> text;
    Options options;
};

/// @throws BadInput
Request parse_options(int argc, const char* const* argv);

}  // namespace allocpool::blocks
