#pragma once

#include <vector>

#include "settings.hpp"
#include "steps.hpp"

namespace allocpool::cpp_limit {

/// Every set of steps.
inline std::vector<Steps> all_steps() {
    std::vector<Steps> all;
    for (unsigned bits = 0; bits < 32; ++bits) {
        Steps steps;
        steps.layout = (bits & 1U) != 0;
        steps.handles = (bits & 2U) != 0;
        steps.ring = (bits & 4U) != 0;
        steps.prefetch = (bits & 8U) != 0;
        steps.pages = (bits & 16U) != 0;
        all.push_back(steps);
    }
    return all;
}

/// A case's settings at a hundredth of its size.
inline Settings hundredth(Case which, GeneratorKind generator,
                          StrategyKind strategy = StrategyKind::pool) {
    Settings settings;
    settings.which = which;
    settings.generator = generator;
    settings.strategy = strategy;
    settings.scale = 100;
    return settings;
}

}  // namespace allocpool::cpp_limit
