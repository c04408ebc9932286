#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace allocpool {

/// Checks a block of memory provided for a queue.
/// @param name the queue's name, for the message
/// @param needed the bytes it must have
/// @param alignment its address must be a multiple of this
/// @return its first byte
/// @throws std::invalid_argument naming what does not fit
inline std::byte* checked_block(const std::string& name, void* block,
                                std::size_t block_bytes, std::size_t needed,
                                std::size_t alignment) {
    if (block == nullptr || block_bytes < needed) {
        throw std::invalid_argument(name + " needs " + std::to_string(needed) +
                                    " bytes of memory, not " +
                                    std::to_string(block == nullptr ? 0 : block_bytes));
    }
    if (reinterpret_cast<std::uintptr_t>(block) % alignment != 0) {
        throw std::invalid_argument(name + " needs memory that is aligned to " +
                                    std::to_string(alignment) + " bytes");
    }
    return static_cast<std::byte*>(block);
}

}  // namespace allocpool
