/// A library whose constructor waits for a thread, which calls every function that the
/// tracer interposes. Meanwhile dlopen() has the dynamic linker's lock. To be compiled
/// without optimisation, which leaves out such calls.

#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <thread>

namespace {

void allocate_in_c() {
    std::free(std::realloc(std::malloc(100), 200));
    std::free(std::calloc(10, 10));
    std::free(std::aligned_alloc(64, 64));
    std::free(memalign(64, 64));
    std::free(valloc(64));
    std::free(pvalloc(64));
    void* block = nullptr;
    if (posix_memalign(&block, 64, 64) == 0) {
        std::free(block);
    }
}

void allocate_in_cpp() {
    constexpr std::size_t size = 64;
    constexpr std::align_val_t align{64};
    ::operator delete(::operator new(size));
    ::operator delete[](::operator new[](size));
    ::operator delete(::operator new(size), size);
    ::operator delete[](::operator new[](size), size);
    ::operator delete(::operator new(size, std::nothrow), std::nothrow);
    ::operator delete[](::operator new[](size, std::nothrow), std::nothrow);
    ::operator delete(::operator new(size, align), align);
    ::operator delete[](::operator new[](size, align), align);
    ::operator delete(::operator new(size, align, std::nothrow), size, align);
    ::operator delete[](::operator new[](size, align, std::nothrow), size, align);
}

[[gnu::constructor]] void at_start() {
    std::thread{[] {
        allocate_in_c();
        allocate_in_cpp();
    }}.join();
}

}  // namespace
