#pragma once

#include <cstddef>

namespace allocpool::threads {

/// The number of threads, and how handles are passed between them.
struct Shape {
    std::size_t processors;  ///< 1 to `most_processors`
    std::size_t ring;        ///< the capacity of each ring, in handles; at least 1
    std::size_t group;       ///< handles that are sent together; at least 1
};

}  // namespace allocpool::threads
