// Replaces xeus' header of the same name: rich output of a notebook's own types.
//
// A type is displayed by a function in its namespace, found by argument-dependent lookup:
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

/// Shows `value` below the cell, after all earlier output.
template <class T>
void display(const T& value) {
    const nlohmann::json bundle = mime_bundle_repr(value);
    std::cout.flush();
    std::fflush(nullptr);
    ::xcpp17::publish(bundle.dump().c_str());  // declared by the kernel
}

}  // namespace xcpp
