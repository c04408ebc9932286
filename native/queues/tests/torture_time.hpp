#pragma once

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace allocpool {

/// How long a torture takes: a fifth of a second, or as long as the environment variable
/// ALLOCPOOL_TORTURE_SECONDS says. Throws when it says no time.
inline std::chrono::duration<double> torture_time() {
    const char* text = std::getenv("ALLOCPOOL_TORTURE_SECONDS");
    if (text == nullptr) {
        return std::chrono::duration<double>{0.2};
    }
    char* end = nullptr;
    const double seconds = std::strtod(text, &end);
    if (end == text || *end != '\0' || !std::isfinite(seconds) || seconds <= 0) {
        throw std::invalid_argument{"ALLOCPOOL_TORTURE_SECONDS: '" + std::string{text} +
                                    "' is not a number of seconds above 0"};
    }
    return std::chrono::duration<double>{seconds};
}

}  // namespace allocpool
