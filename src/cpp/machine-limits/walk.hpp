#pragma once

/// The order in which an analyser visits its packets' memory.

#include <cstdint>
#include <vector>

#include "settings.hpp"
#include "sizes.hpp"

namespace allocpool::limits {

// --8<-- [start:walk]
/// The slots whose first line an analyser touches without having touched it in the step
/// before: a packet's when it's parsed, and a store's victim's when it's filled again.
struct Walk {
    std::vector<std::uint32_t> slots;  ///< numbered by their first use, from 0
    std::uint64_t packets;             ///< processed meanwhile
};
// --8<-- [end:walk]

/// Follows an analyser with strategy pool, after its store has been replaced several
/// times.
///
/// With the counter, the walk lasts until its pattern repeats. At first, packets come out
/// of the pool nearly in order. The store, which returns every sixteenth packet 16 times
/// its length later, splits that order into sixteen interleaved ones, and joins them
/// again after as many packets. So a period has 32 times as many packets as the store.
/// With random numbers there is no pattern to repeat, and the walk is just as long.
///
/// Needs some 100 bytes for each packet that `sizes` keep alive. Not to be called by
/// several threads at once.
Walk follow_analyser(const Sizes& sizes, GeneratorKind generator);

}  // namespace allocpool::limits
