#pragma once

#include <cstdint>

namespace allocpool {

struct Counts {
    std::uint64_t allocated;
    std::uint64_t deallocated;
};

/// Calls of `operator new` and `operator delete` in this program since its start.
Counts counts_so_far();

}  // namespace allocpool
