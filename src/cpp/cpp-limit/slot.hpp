#pragma once

/// The layout of a packet's bytes and its parsed fields in the slab: the two that we
/// compare. In both, the packet's `buffer_bytes` are contiguous and begin with the
/// header, as a network card writes them.
///
/// Slots are not initialised: fill() and parse() write before any read.

#include <cstddef>
#include <cstdint>

#include "sizes.hpp"
#include "wire_words.hpp"

namespace allocpool::cpp_limit {

/// Bytes of a cache line, on most machines.
inline constexpr std::size_t line_bytes = 64;

// --8<-- [start:prefetch]
/// Tells the processor that we'll soon read and write the line at `at`. It's only a hint,
/// allowed for any address, and waits for nothing. Where the instruction set has no hint
/// for writing (x86-64 without extensions), it's one for reading.
inline void prefetch_to_write(const void* at) noexcept {
    __builtin_prefetch(at, 1, 3);
}
// --8<-- [end:prefetch]

// --8<-- [start:fields-behind]
/// Laid out as in cpp-flat, and aligned as in its heap: the fields are behind the bytes,
/// sixteen lines away from the header, so a cold packet costs two cache misses.
struct alignas(16) FieldsBehind {
    std::uint8_t bytes[buffer_bytes];
    Parsed parsed;

    void prefetch() const noexcept {
        prefetch_to_write(bytes);
        prefetch_to_write(&parsed);
    }
};
// --8<-- [end:fields-behind]
static_assert(sizeof(FieldsBehind) == 1056);
static_assert(offsetof(FieldsBehind, bytes) % 32 == 0 && sizeof(FieldsBehind) % 32 == 0,
              "neither header nor fields lie across two lines");

// --8<-- [start:fields-first]
/// The fields are in front of the bytes and share a line with the header, so a cold
/// packet costs one cache miss. (That isn't always faster: see the measured steps.)
///
/// The slot is an odd number of lines long. Caches choose a line's set by the low bits of
/// its number, so with an even distance, the slots' first lines would share half of the
/// sets, or fewer.
struct alignas(line_bytes) FieldsFirst {
    Parsed parsed;
    std::uint8_t bytes[buffer_bytes];

    void prefetch() const noexcept { prefetch_to_write(&parsed); }
};
static_assert(offsetof(FieldsFirst, bytes) + written_bytes <= line_bytes);
static_assert(sizeof(FieldsFirst) == 17 * line_bytes);
// --8<-- [end:fields-first]

}  // namespace allocpool::cpp_limit
