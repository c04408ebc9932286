#pragma once

#include <cstddef>
#include <memory_resource>
#include <new>
#include <stdexcept>
#include <utility>

#include "packet.hpp"

// As in mimalloc.h, but weak: a position-independent program links without the library,
// and a preloaded one provides them.
extern "C" {
struct mi_heap_s;
[[gnu::weak]] mi_heap_s* mi_heap_new();
[[gnu::weak]] void* mi_heap_malloc(mi_heap_s* heap, std::size_t bytes);
[[gnu::weak]] void mi_heap_destroy(mi_heap_s* heap);
}

namespace allocpool::cpp_region {

/// As in cpp-region.
inline constexpr std::size_t batch_packets = 200;

// --8<-- [start:region]
/// A batch's memory: its own mimalloc heap. Objects are allocated one by one, and freed
/// all together. Only the thread that created it may allocate from it.
class Region : private std::pmr::memory_resource {
  public:
    /// @throws std::runtime_error if mimalloc is not preloaded
    Region() : heap_{new_heap()} {}
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;
    ~Region() override { mi_heap_destroy(heap_); }

    Memory memory() noexcept { return this; }

    void empty() {
        mi_heap_destroy(std::exchange(heap_, nullptr));  // new_heap() may throw
        heap_ = new_heap();
    }

  private:
    void* do_allocate(std::size_t bytes, std::size_t /*at most 8*/) override {
        void* memory = mi_heap_malloc(heap_, bytes);
        return memory == nullptr ? throw std::bad_alloc{} : memory;
    }
    // --8<-- [end:region]

    void do_deallocate(void* /*memory*/, std::size_t /*bytes*/,
                       std::size_t /*alignment*/) override {}

    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
        return this == &other;
    }

    static mi_heap_s* new_heap() {
        if (mi_heap_new == nullptr) {
            throw std::runtime_error("mimalloc is not preloaded");
        }
        mi_heap_s* heap = mi_heap_new();
        return heap == nullptr ? throw std::bad_alloc{} : heap;
    }

    mi_heap_s* heap_;
};

}  // namespace allocpool::cpp_region
