#pragma once

/// Stops one of two calls before each of its accesses to memory, and has the other one go
/// on there. A call that never waits comes to an end, wherever the other one was stopped.

#include <cstddef>

#include "words.hpp"

namespace driver {

using Act = void (*)(void*);

/// Runs `stopped`, and `other` within it, before access to memory number `at`, from 0.
/// Where `other` takes far more steps than a call that waits for nothing, 0 is answered,
/// and the process ends.
/// @return whether there was such an access
bool stop_at(unsigned at, Act stopped, Act other, void* with, Words& words);

/// Of the call that goes on: the first turn may have nothing to do.
constexpr int turns = 3;

template <typename Pair, void (Pair::*call)(), int times>
void made(void* with) {
    for (int turn = 0; turn < times; ++turn) {
        (static_cast<Pair*>(with)->*call)();
    }
}

/// Words: 0 to stop `one` or 1 to stop `other`, a size, and how much of it is in use.
/// Answers: 1 if the call that was not stopped went on, wherever the first one was
/// stopped; 0, the last answer, if it waited.
/// @tparam Pair is made of size and use, and has the two calls
template <typename Pair>
void play_paused(Words& words) {
    while (words.has_next()) {
        const bool stops_one = words.next() == 0;
        const auto size = static_cast<std::size_t>(words.next());
        const auto used = static_cast<std::size_t>(words.next());
        bool reached = true;
        for (unsigned at = 0; reached; ++at) {
            Pair pair{size, used};
            reached = stops_one ? stop_at(at, made<Pair, &Pair::one, 1>,
                                          made<Pair, &Pair::other, turns>, &pair, words)
                                : stop_at(at, made<Pair, &Pair::other, 1>,
                                          made<Pair, &Pair::one, turns>, &pair, words);
        }
        words.answer(1);
    }
}

}  // namespace driver
