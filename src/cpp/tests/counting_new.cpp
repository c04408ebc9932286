/// Replaces `operator new` of the whole program. In its own file, so that the compiler
/// can't see through it: it may remove a new and delete that it knows.

#include "counting_new.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocated{0};
std::atomic<std::uint64_t> deallocated{0};

}  // namespace

namespace allocpool {

Counts counts_so_far() {
    return {allocated.load(), deallocated.load()};
}

}  // namespace allocpool

void* operator new(std::size_t size) {
    ++allocated;
    if (void* memory = std::malloc(size); memory != nullptr) {
        return memory;
    }
    throw std::bad_alloc{};
}

void operator delete(void* memory) noexcept {
    if (memory != nullptr) {
        ++deallocated;
    }
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}
