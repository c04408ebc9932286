#pragma once

#include <cstddef>
#include <vector>

namespace allocpool {

/// A first-in, first-out queue of at most `capacity` elements, in memory allocated once.
template <class T>
class Ring {
  public:
    explicit Ring(std::size_t capacity) : slots_(capacity) {}

    std::size_t size() const noexcept { return size_; }

    /// Precondition: size() < capacity.
    void push(T value) noexcept {
        slots_[tail_] = value;
        tail_ = after(tail_);
        ++size_;
    }

    /// Precondition: size() > 0.
    T pop() noexcept {
        const T value = slots_[head_];
        head_ = after(head_);
        --size_;
        return value;
    }

  private:
    /// A comparison, not a remainder: dividing takes longer than the rest of a push.
    std::size_t after(std::size_t index) const noexcept {
        return index + 1 == slots_.size() ? 0 : index + 1;
    }

    std::vector<T> slots_;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
    std::size_t size_ = 0;
};

}  // namespace allocpool
