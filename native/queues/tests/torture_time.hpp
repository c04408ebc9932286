#pragma once

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace allocpool {

/// The duration of a torture test: a fifth of a second, or the environment variable
/// ALLOCPOOL_TORTURE_SECONDS. Throws if that is not a duration.
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
