#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "queues/tick_queue.hpp"

namespace allocpool {

/// Reads numbers from either kind of consuming end, in portions of any size. It resumes a
/// partly read batch at the next call, and gives the batch back once it is finished.
///
/// One thread at a time; the end is used by this object alone, and outlives it.
template <class Consumer>
    requires SingleConsumer<Consumer> || BatchConsumer<Consumer>
class TickReader {
  public:
    explicit TickReader(Consumer& consumer) noexcept : consumer_{consumer} {}

    /// Calls `visit` with each available number, oldest first, but at most `most` of them
    /// and, where they come in batches, one batch.
    /// @return how many
    template <class Visit>
    std::size_t read(std::size_t most, Visit visit) {
        std::size_t count = 0;
        std::uint32_t number = 0;
        while (count < most && consumer_.take(number)) {
            visit(number);
            ++count;
        }
        return count;
    }

    /// Takes one number.
    /// @return false if there is none
    bool take(std::uint32_t& number) { return consumer_.take(number); }

  private:
    Consumer& consumer_;
};

template <BatchConsumer Consumer>
class TickReader<Consumer> {
  public:
    explicit TickReader(Consumer& consumer) noexcept : consumer_{consumer} {}

    template <class Visit>
    std::size_t read(std::size_t most, Visit visit) {
        if (rest_.empty()) {
            rest_ = consumer_.poll();
        }
        const std::size_t count = std::min(most, rest_.size());
        if (count == 0) {
            return 0;
        }
        for (const std::uint32_t number : rest_.first(count)) {
            visit(number);
        }
        rest_ = rest_.subspan(count);
        if (rest_.empty()) {
            consumer_.release();
        }
        return count;
    }

    bool take(std::uint32_t& number) {
        return read(1, [&](std::uint32_t taken) { number = taken; }) == 1;
    }

  private:
    Consumer& consumer_;
    decltype(std::declval<Consumer&>().poll()) rest_{};  // taken, not read yet
};

}  // namespace allocpool
