#include "sizes.hpp"

namespace allocpool {

// --8<-- [start:sizes]
Sizes sizes_of(Case which, std::size_t scale) {
    constexpr std::size_t pool = 1'000'000;
    constexpr std::size_t mix_pool = 200'000;
    const std::size_t in_use = which == Case::a   ? 10'000
                               : which == Case::b ? 100'000
                                                  : 495'000;
    return {pool / scale, mix_pool / scale, in_use / scale, in_use / scale};
}
// --8<-- [end:sizes]

}  // namespace allocpool
