#include "prefetch/prefetch.h"

#include <cstdint>

// --8<-- [start:prefetch]
void allocpool_prefetch(const void* const* names, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        __builtin_prefetch(names[i], 1, 3);
    }
}
// --8<-- [end:prefetch]
