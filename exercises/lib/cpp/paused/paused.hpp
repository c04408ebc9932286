#pragma once

/// Stops one of two calls before each of its memory accesses, and makes the other call in
/// another thread there. A non-blocking call finishes wherever the first one is stopped,
/// and both have their effect.

#include <cstddef>

#include "words.hpp"

namespace driver {

/// Makes a call. @return true if it succeeded
using Act = bool (*)(void*);

struct Stopped {
    bool reached;  ///< the call has made that access
    bool done;     ///< the other call has succeeded
};

/// Runs `stopped`, and runs `other` in another thread before memory access number `at` of
/// `stopped`, from 0.
/// If `other` takes far more steps than a non-blocking call, answers 0 and ends the
/// process.
Stopped stop_at(unsigned at, Act stopped, Act other, void* with, Words& words);

/// Additional turns of the other call: if it fails once, it may wait the next time.
constexpr int more_turns = 2;

template <typename Pair, bool (Pair::*call)(), int more>
bool made(void* with) {
    Pair& pair = *static_cast<Pair*>(with);
    const bool done = (pair.*call)();
    for (int turn = 0; turn < more; ++turn) {
        (pair.*call)();
    }
    return done;
}

/// Words: 0 to stop `one` or 1 to stop `other`; a size; how much of it is used; 1 if the
/// call that isn't stopped must succeed; and how many turns both calls make beforehand,
/// because new objects may behave differently from used ones. Answers: 1 if the call
/// always finished; 2 if it failed without a reason; 3 if something was lost or
/// duplicated; 0, as the last answer, if it waited.
/// @tparam Pair is constructed with a size, has the two calls, and `use(n)`, which puts n
///     into use and returns true if everything that went in has come out exactly once
template <typename Pair>
void play_paused(Words& words) {
    while (words.has_next()) {
        const bool stops_one = words.next() == 0;
        Pair pair{static_cast<std::size_t>(words.next())};
        const auto used = static_cast<std::size_t>(words.next());
        const bool must_be_done = words.next() != 0;
        for (Words::Word turns = words.next(); turns > 0; --turns) {
            pair.one();
            pair.other();
        }
        bool fine = true;
        bool right = pair.use(used);
        Stopped now{true, true};
        for (unsigned at = 0; right && now.reached; ++at) {
            now = stops_one ? stop_at(at, made<Pair, &Pair::one, 0>,
                                      made<Pair, &Pair::other, more_turns>, &pair, words)
                            : stop_at(at, made<Pair, &Pair::other, 0>,
                                      made<Pair, &Pair::one, more_turns>, &pair, words);
            fine = fine && (now.done || !must_be_done);
            right = pair.use(used);
        }
        words.answer(!right ? 3 : fine ? 1 : 2);
    }
}

}  // namespace driver
