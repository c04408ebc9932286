// Stands in for xeus' header of the same name: rich output of a notebook's own types.
//
// A type is shown by a function beside it, found by its argument:
//
//   nlohmann::json mime_bundle_repr(const Picture& picture) {
//     auto bundle = nlohmann::json::object();
//     bundle["image/svg+xml"] = picture.svg();
//     return bundle;
//   }
#pragma once

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

namespace xcpp {

/// Shows `value` below the cell, after all that was printed before.
template <class T>
void display(const T& value) {
    const nlohmann::json bundle = mime_bundle_repr(value);
    std::cout.flush();
    std::fflush(nullptr);
    ::xcpp17::publish(bundle.dump().c_str());  // the kernel has declared it
}

}  // namespace xcpp
