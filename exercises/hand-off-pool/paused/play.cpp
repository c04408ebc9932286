/// Stops the source or the sink before each access to memory, and has the other go on.
///
/// Words: 0 to stop the source or 1 to stop the sink, how many packets there are, and how
/// many of them are out. Answers: 1 if the other one went on, wherever the first one was
/// stopped; 0, the last answer, if it waited.

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hand_off_pool.hpp"
#include "paused.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t stop_acquire = 0;
/// Of the source's calls: the first may have nothing to do.
constexpr int turns = 3;

struct Both {
    driver::Words& words;
    HandOffPool& pool;
    std::vector<Packet*> out;
};

void acquire(void* with) {
    static_cast<Both*>(with)->pool.acquire();
}

void acquire_some(void* with) {
    for (int turn = 0; turn < turns; ++turn) {
        acquire(with);
    }
}

void give_back(void* with) {
    Both& both = *static_cast<Both*>(with);
    if (!both.out.empty()) {
        both.pool.give_back(both.out.back());
        both.out.pop_back();
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
        const bool stops_acquire = words.next() == stop_acquire;
        const auto packets = static_cast<std::size_t>(words.next());
        const auto out = static_cast<std::size_t>(words.next());
        bool reached = true;
        for (unsigned at = 0; reached; ++at) {
            HandOffPool pool{packets};
            Both both{words, pool, {}};
            for (std::size_t n = 0; n < out; ++n) {
                both.out.push_back(pool.acquire());
            }
            reached = stops_acquire ? stop_at(at, acquire, give_back, waits, &both)
                                    : stop_at(at, give_back, acquire_some, waits, &both);
        }
        words.answer(1);
    }
}
