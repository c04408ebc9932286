#pragma once

/// Objects from the pools of the standard library:
/// std::pmr::unsynchronized_pool_resource.
///
/// One such resource serves all of the classes. It is not synchronised, as the analyser
/// is one thread; the clock's thread makes no object of these classes. It returns its
/// memory to `operator delete` only when the process ends.
///
/// It has pools for several sizes. A pool gets its memory in chunks, each with twice as
/// many blocks as the one before up to a limit, and takes blocks from the newest chunk
/// while there are any. So a chunk is soon fully used, but until the limit is reached, a
/// pool has up to twice the memory of its live blocks.

#include <cassert>
#include <cstddef>
#include <memory_resource>

#include "sizes.hpp"

namespace allocpool {

inline constexpr const char* allocator_name = "pmr";

// --8<-- [start:resource]
/// A packet: its buffer and, in cpp-flat, 40 bytes of parsed fields. By default it would
/// be rounded up to the next size class, which is 1,536 bytes: half a packet wasted. The
/// largest class isn't rounded.
inline constexpr std::size_t largest_block = buffer_bytes + 40;

/// When its newest chunk is full, a pool of GCC's library searches the others one by one
/// for a free block. By default, 16,384 blocks each, a million packets would take some 70
/// chunks. This makes 27, and leaves no more than 7 % of them unused.
inline constexpr std::size_t largest_chunk = 65'536;

inline std::pmr::unsynchronized_pool_resource packet_memory{
    {.max_blocks_per_chunk = largest_chunk, .largest_required_pool_block = largest_block},
    std::pmr::new_delete_resource()};
// --8<-- [end:resource]

// --8<-- [start:allocated]
/// The base of a class from which no other is derived, so that the size passed to
/// `delete` is right.
template <class T>
struct Allocated {
    /// @throws std::bad_alloc
    static void* operator new(std::size_t bytes) {
        static_assert(sizeof(T) <= largest_block);
        assert(bytes == sizeof(T));
        return packet_memory.allocate(bytes, alignof(T));
    }

    static void operator delete(void* object, std::size_t bytes) noexcept {
        assert(bytes == sizeof(T));
        if (object != nullptr) {
            packet_memory.deallocate(object, bytes, alignof(T));
        }
    }
};
// --8<-- [end:allocated]

}  // namespace allocpool
