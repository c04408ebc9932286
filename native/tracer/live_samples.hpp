#pragma once

/// The blocks in use that are samples: a hash table from addresses to records.
///
/// Lock-free, and wait-free: each call looks at `window` slots at most. No system call, no
/// allocation; a signal handler may interrupt it anywhere, and a fork copy it at any time.
///
/// Contract: an address is added by the thread that got it from the allocator, before any
/// other knows it, and removed by the one that frees it, before the allocator gets it
/// back. So calls for one address never overlap, and each happens before the next: the
/// program itself hands the pointer over, and the allocator the block. Only calls for
/// different addresses race.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace allocpool::trace {

class LiveSamples {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// False for nearly all addresses that were not added, always true for those that
    /// were. A free() of an ordinary block does no more than this.
    /// Relaxed: the block's own way from thread to thread orders its count (see above);
    /// other blocks' changes of the same byte can only make the answer a needless `true`.
    bool may_have(const void* block) const noexcept {
        return filter_[bucket(block)].load(std::memory_order_relaxed) != 0;
    }

    /// False, without any change, if there is no room near the address's slot.
    bool add(const void* block, std::uint32_t record) noexcept {
        auto& count = filter_[bucket(block)];
        if (count.load(std::memory_order_relaxed) > most_counted) {
            return false;  // far from overflow, even with many threads here at once
        }
        for (std::size_t i = 0; i < window; ++i) {
            Slot& slot = at(block, i);
            std::uintptr_t empty = 0;
            // Acquire: the slot's last owner is done with it.
            if (slot.key.compare_exchange_strong(empty, key(block),
                                                 std::memory_order_acquire,
                                                 std::memory_order_relaxed)) {
                slot.record.store(record, std::memory_order_relaxed);
                count.fetch_add(1, std::memory_order_relaxed);
                return true;
            }
        }
        return false;
    }

    /// Removes the address and returns its record, or `none`.
    std::uint32_t remove(const void* block) noexcept {
        for (std::size_t i = 0; i < window; ++i) {
            Slot& slot = at(block, i);
            if (slot.key.load(std::memory_order_relaxed) == key(block)) {
                const std::uint32_t record = slot.record.load(std::memory_order_relaxed);
                filter_[bucket(block)].fetch_sub(1, std::memory_order_relaxed);
                // Release: the slot's next owner writes its record after this has read ours.
                slot.key.store(0, std::memory_order_release);
                return record;
            }
        }
        return none;
    }

    /// Call it only while no other thread uses the table.
    void clear() noexcept {
        for (Slot& slot : slots_) {
            slot.key.store(0, std::memory_order_relaxed);
        }
        for (auto& count : filter_) {
            count.store(0, std::memory_order_relaxed);
        }
    }

  private:
    struct Slot {
        std::atomic<std::uintptr_t> key{0};
        std::atomic<std::uint32_t> record{none};
    };

    static constexpr unsigned bucket_bits = 14;  // 16 KB: stays in a core's nearest cache
    static constexpr unsigned slot_bits = 15;
    static constexpr std::size_t window = 16;
    static constexpr std::uint8_t most_counted = 200;

    static std::uintptr_t key(const void* block) noexcept {
        return reinterpret_cast<std::uintptr_t>(block);
    }

    /// Fibonacci hashing: the upper bits of the product are the well-mixed ones.
    static std::uint64_t hash(const void* block) noexcept {
        return (key(block) >> 4U) * 0x9E3779B97F4A7C15U;
    }

    static std::size_t bucket(const void* block) noexcept {
        return hash(block) >> (64 - bucket_bits);
    }

    Slot& at(const void* block, std::size_t i) noexcept {
        return slots_[((hash(block) >> (64 - slot_bits)) + i) % slots_.size()];
    }

    std::array<std::atomic<std::uint8_t>, std::size_t{1} << bucket_bits> filter_{};
    std::array<Slot, std::size_t{1} << slot_bits> slots_{};
};

}  // namespace allocpool::trace
