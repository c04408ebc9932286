#pragma once

/// Objects from Boost.Pool: a boost::pool for each class.
///
/// A boost::pool is a list of free blocks of one size, linked through their own first
/// bytes. Two of its features would not be fair to the others:
///
/// - `ordered_free`, which boost::object_pool and boost::pool_allocator use, keeps the
///   list in address order, so it searches from the list's beginning for the block's
///   place: with a hundred thousand free blocks, a hundred thousand steps. We use `free`,
///   which puts it in front, as boost::fast_pool_allocator does.
/// - boost::singleton_pool, on which that one is built, locks a mutex for each call. The
///   analyser is one thread (the clock's thread makes no object of these classes), so
///   these pools have none.
///
/// A pool returns its memory to `operator delete` only when the process ends.

#include <boost/pool/pool.hpp>
#include <cassert>
#include <cstddef>
#include <new>

namespace allocpool {

inline constexpr const char* allocator_name = "boost-pool";

// --8<-- [start:pool-of]
/// A pool gets its memory in chunks of 32, 64, 128, ... blocks, and links a whole chunk
/// right away, which touches every block. So we limit a chunk to a megabyte of packets.
inline constexpr std::size_t first_chunk = 32;
inline constexpr std::size_t largest_chunk = 1024;

template <class T>
inline boost::pool<> pool_of{sizeof(T), first_chunk, largest_chunk};
// --8<-- [end:pool-of]

/// The base of a class whose objects are always made and deleted as their exact type:
/// nothing is derived from it. So all of them have one size.
template <class T>
struct Allocated {
    /// @throws std::bad_alloc
    static void* operator new([[maybe_unused]] std::size_t bytes) {
        static_assert(alignof(T) <= alignof(void*), "all that boost::pool promises");
        assert(bytes == sizeof(T));
        if (void* memory = pool_of<T>.malloc(); memory != nullptr) {
            return memory;
        }
        throw std::bad_alloc{};
    }

    static void operator delete(void* object,
                                [[maybe_unused]] std::size_t bytes) noexcept {
        assert(bytes == sizeof(T));
        if (object != nullptr) {
            pool_of<T>.free(object);
        }
    }
};

}  // namespace allocpool
