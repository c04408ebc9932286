#pragma once

/// In which order does an analyser come to its packets' memory?

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

/// Follows an analyser with strategy pool, when its store has been replaced some times.
///
/// With the counter the walk is as long as it takes until its pattern begins anew: of a
/// pool, the packets come out nearly in order at first. The store, which returns each
/// sixteenth packet 16 times its length later, cuts that order into sixteen interleaved
/// ones, and after as many packets again puts it together. So a period has 32 times as
/// many packets as the store. With random numbers there is no order to begin
/// anew, and the walk is as long.
///
/// Needs some 100 bytes for each packet that `sizes` keep alive. Not to be called by
/// several threads at once.
Walk follow_analyser(const Sizes& sizes, GeneratorKind generator);

}  // namespace allocpool::limits
