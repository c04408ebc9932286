#pragma once

/// The operating system's information on memory.

#include <unistd.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#if defined(__APPLE__)
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

namespace steps {

/// The usable bytes of a heap block, at least as many as were asked for.
/// @param block as returned by `new` or `malloc`
inline std::size_t usable_bytes(const void* block) {
#if defined(__APPLE__)
    return malloc_size(block);
#else
    return malloc_usable_size(const_cast<void*>(block));
#endif
}

/// The data caches by name, smallest first, with their bytes. Some virtual machines don't
/// tell the sizes: caches of unknown size are left out.
inline std::vector<std::pair<std::string, std::size_t>> caches() {
    std::vector<std::pair<std::string, std::size_t>> found;
    [[maybe_unused]] const auto add = [&](const char* name, int which) {
        const long bytes = sysconf(which);
        if (bytes > 0) {
            found.emplace_back(name, static_cast<std::size_t>(bytes));
        }
    };
#if defined(_SC_LEVEL1_DCACHE_SIZE)
    add("L1", _SC_LEVEL1_DCACHE_SIZE);
    add("L2", _SC_LEVEL2_CACHE_SIZE);
    add("L3", _SC_LEVEL3_CACHE_SIZE);
#endif
    return found;
}

}  // namespace steps
