#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace allocpool {

/// Packets found missing at one moment.
struct Loss {
    std::uint64_t since_begin_ns;  ///< since the window's begin
    std::uint64_t lost;
};

/// The times and sizes of a window's losses. Its memory is allocated in advance, so that
/// adding allocates nothing; once it is full, losses are added to the last entry.
class LossLog {
  public:
    static constexpr std::size_t most_entries = 2000;

    LossLog() { losses_.reserve(most_entries); }

    void add(std::uint64_t since_begin_ns, std::uint64_t lost) {
        total_ += lost;
        if (losses_.size() < most_entries) {
            losses_.push_back({since_begin_ns, lost});
        } else {
            losses_.back().lost += lost;
        }
    }

    /// All packets lost.
    std::uint64_t total() const noexcept { return total_; }

    void clear() noexcept {
        losses_.clear();
        total_ = 0;
    }

    /// Returns the entries in order of time, and empties the log.
    std::vector<Loss> take() {
        total_ = 0;
        return std::exchange(losses_, {});
    }

  private:
    std::vector<Loss> losses_;
    std::uint64_t total_ = 0;
};

}  // namespace allocpool
