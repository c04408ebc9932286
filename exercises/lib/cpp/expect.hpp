#pragma once

/// What the public tests say: a line for each expectation that does not hold.

#include <cstdio>

namespace expect {

inline int held = 0;
inline int failed = 0;

/// Expects something to be true; `what` says it in words, `line` where.
inline void that(const char* what, bool holds, int line = __builtin_LINE()) {
    if (holds) {
        ++held;
    } else {
        ++failed;
        std::printf("not so: %s, line %d\n", what, line);
    }
}

/// Expects two numbers to be the same.
inline void same(const char* what, long long expected, long long found,
                 int line = __builtin_LINE()) {
    that(what, expected == found, line);
    if (expected != found) {
        std::printf("        expected %lld, found %lld\n", expected, found);
    }
}

/// Sums up; what main() returns.
inline int done() {
    std::printf("%d as expected, %d not\n", held, failed);
    return failed == 0 ? 0 : 1;
}

}  // namespace expect
