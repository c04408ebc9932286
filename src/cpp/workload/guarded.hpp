#pragma once

/// The exit codes and error messages that all programs share.

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "stop_signal.hpp"
#include "values.hpp"

namespace allocpool {

/// Calls `body`, and turns an exception into one line on standard error.
/// @param name the program's name, the first word of the line
/// @param remedy advice for when there is too little memory
/// @return the exit code: 0, 1 after a failure, 2 for bad input, 128 + N after signal N
template <class Body>
int guarded(const std::string& name, const char* remedy, Body&& body) {
    const auto fail = [&](const std::string& what, int code) {
        std::fprintf(stderr, "%s: %s\n", name.c_str(), what.c_str());
        return code;
    };
    try {
        std::forward<Body>(body)();
        const int signal = stop_signal::received();
        return signal == 0 ? 0 : 128 + signal;
    } catch (const BadInput& error) {
        return fail(error.what(), 2);
    } catch (const std::bad_alloc&) {
        return fail(std::string{"out of memory; "} + remedy, 1);
    } catch (const std::exception& error) {
        return fail(error.what(), 1);
    }
}

}  // namespace allocpool
