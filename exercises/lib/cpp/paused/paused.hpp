#pragma once

/// Stops one of two calls before each of its memory accesses, and makes the other call in
/// another thread there. A non-blocking call finishes wherever the first one is stopped,
/// and both have their effect.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "drawn.hpp"
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

/// Makes this many calls, in bursts of one or the other that nobody can foresee. Little is
/// in use meanwhile, so that a pool that searches for a free packet finds one soon.
template <typename Pair>
void grow_old(Pair& pair, std::size_t size, std::size_t calls, Drawn chance) {
    const std::size_t most = std::min<std::size_t>(size, 16);
    while (calls > 0) {
        const std::size_t burst = std::min(calls, 1 + chance.next() % most);
        const bool pick_one = chance.next() % 3 == 0;
        for (std::size_t call = 0; call < burst; ++call) {
            pick_one ? pair.one() : pair.other();
        }
        calls -= burst;
    }
}

/// Words: 0 to stop `one` or 1 to stop `other`; a size; how much of it is used; 1 if the
/// call that isn't stopped must succeed; how many calls are made beforehand, because new
/// objects may behave differently from used ones; and a seed, that of the last object to
/// go on with it. Answers: 1 if the call always finished; 2 if it failed without a reason;
/// 3 if something was lost or duplicated; 0, as the last answer, if it waited.
///
/// An object mustn't recognise that it will be stopped, so all it sees is as in the
/// ordinary driver: contents, calls, and how many others there are.
/// @tparam Pair is constructed with a size and a seed for the contents, has the two calls,
///     `use(n)`, which puts n into use, and `has_all()`, which looks at everything in it;
///     both return false if something was lost or duplicated
/// @tparam at_a_time how many objects exist; a new one replaces the oldest
template <typename Pair, std::size_t at_a_time>
void play_paused(Words& words) {
    std::array<std::optional<Pair>, at_a_time> pairs;
    std::size_t place = 0;
    Words::Word last_seed = -1;
    while (words.has_next()) {
        const bool stops_one = words.next() == 0;
        const auto size = static_cast<std::size_t>(words.next());
        const auto used = static_cast<std::size_t>(words.next());
        const bool must_be_done = words.next() != 0;
        const auto calls = static_cast<std::size_t>(words.next());
        const Words::Word seed = words.next();
        if (seed != last_seed) {
            place = (place + 1) % at_a_time;
            pairs[place].emplace(size, seed);
            last_seed = seed;
        }
        Pair& pair = *pairs[place];
        grow_old(pair, size, calls, Drawn{~seed});
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
        words.answer(!right || !pair.has_all() ? 3 : fine ? 1 : 2);
    }
}

}  // namespace driver
