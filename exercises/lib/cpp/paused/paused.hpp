#pragma once

/// Stops one of two calls before each of its accesses to memory, and has another thread
/// make the other one there. A call that never waits comes to an end, wherever the other
/// one was stopped, and both have done what they should.

#include <cstddef>

#include "words.hpp"

namespace driver {

/// Makes a call. @return whether it was not refused
using Act = bool (*)(void*);

struct Stopped {
    bool reached;  ///< there was such an access
    bool done;     ///< the other call was not refused
};

/// Runs `stopped`, and `other` in another thread before its access to memory number `at`,
/// from 0.
/// Where `other` takes far more steps than a call that waits for nothing, 0 is answered,
/// and the process ends.
Stopped stop_at(unsigned at, Act stopped, Act other, void* with, Words& words);

/// More turns of the call that goes on: one that is refused once may wait the next time.
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

/// Words: 0 to stop `one` or 1 to stop `other`, a size, how much of it is in use, 1 if that
/// is no reason to refuse the call that goes on, and how often both calls are made before:
/// what is new may be something else than what has long been in use. Answers: 1 if it went
/// on, wherever the first one was stopped; 2 if it was refused without a reason; 3 if
/// something was lost or came twice; 0, the last answer, if it waited.
/// @tparam Pair is made of a size, has the two calls, and `use`, which makes so much of it
///     be in use, and returns whether all that went in came out, once
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
