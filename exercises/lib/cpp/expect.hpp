#pragma once

/// Output of the public tests: a line for each expectation that doesn't hold.

#include <cstdio>

namespace expect {

inline int held = 0;
inline int failed = 0;

/// Expects a condition to hold; `what` describes it, `line` is the test's line.
inline void that(const char* what, bool holds, int line = __builtin_LINE()) {
    if (holds) {
        ++held;
    } else {
        ++failed;
        std::printf("not so: %s, line %d\n", what, line);
    }
}

/// Expects two numbers to be equal.
inline void same(const char* what, long long expected, long long found,
                 int line = __builtin_LINE()) {
    that(what, expected == found, line);
    if (expected != found) {
        std::printf("        expected %lld, found %lld\n", expected, found);
    }
}

/// Prints a summary. @return the exit code for main()
inline int done() {
    std::printf("%d as expected, %d not\n", held, failed);
    return failed == 0 ? 0 : 1;
}

}  // namespace expect
