/// Stops a push or a pop before each access to memory, and has the other side go on.
///
/// Words: 0 to stop a push or 1 to stop a pop, a capacity, and how many numbers the ring
/// holds. Answers: 1 if the other side went on, wherever the first one was stopped; 0,
/// the last answer, if it waited.

#include <unistd.h>

#include <cstddef>
#include <cstdint>

#include "paused.hpp"
#include "spsc_ring.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t stop_push = 0;
/// Of the other side's calls: the first may have nothing to do.
constexpr int turns = 3;

struct Both {
    driver::Words& words;
    SpscRing& ring;
};

void push(void* with) {
    static_cast<Both*>(with)->ring.try_push(7);
}

void pop(void* with) {
    std::uint64_t value = 0;
    static_cast<Both*>(with)->ring.try_pop(value);
}

template <driver::Act act>
void some(void* with) {
    for (int turn = 0; turn < turns; ++turn) {
        act(with);
    }
}

/// There is no way back from within the call.
void waits(void* with) {
    driver::Words& words = static_cast<Both*>(with)->words;
    words.answer(0);
    words.flush();
    ::_exit(0);
}

}  // namespace

void driver::play(Words& words) {
    while (words.has_next()) {
        const bool stops_push = words.next() == stop_push;
        const auto capacity = static_cast<std::size_t>(words.next());
        const auto held = static_cast<std::uint64_t>(words.next());
        bool reached = true;
        for (unsigned at = 0; reached; ++at) {
            SpscRing ring{capacity};
            for (std::uint64_t n = 0; n < held; ++n) {
                ring.try_push(n);
            }
            Both both{words, ring};
            reached = stop_at(at, stops_push ? push : pop,
                              stops_push ? some<pop> : some<push>, waits, &both);
        }
        words.answer(1);
    }
}
