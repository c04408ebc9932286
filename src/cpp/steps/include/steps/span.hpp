#pragma once

/// `std::span` by another name: notebooks' interpreters speak C++17, and we may not add
/// to namespace `std`. C++20 code uses this one there.

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace steps {

/// A view of contiguous elements, like C++20's, but without the variant whose length is
/// part of its type.
template <class T>
class span {
    template <class Range>
    using Element = std::remove_pointer_t<decltype(std::data(std::declval<Range&>()))>;

  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using size_type = std::size_t;
    using iterator = T*;

    constexpr span() noexcept = default;
    constexpr span(T* from, size_type count) noexcept : first_{from}, count_{count} {}
    constexpr span(T* from, T* to) noexcept
        : first_{from}, count_{static_cast<size_type>(to - from)} {}
    /// From an array, a vector, another span: from anything with `data` and `size`.
    template <class Range,
              class = std::enable_if_t<std::is_convertible_v<Element<Range>*, T*>>>
    constexpr span(Range&& range) : first_{std::data(range)}, count_{std::size(range)} {}

    constexpr T* data() const noexcept { return first_; }
    constexpr size_type size() const noexcept { return count_; }
    constexpr bool empty() const noexcept { return count_ == 0; }
    constexpr T* begin() const noexcept { return first_; }
    constexpr T* end() const noexcept { return first_ + count_; }
    constexpr T& operator[](size_type index) const { return first_[index]; }
    constexpr T& front() const { return first_[0]; }
    constexpr T& back() const { return first_[count_ - 1]; }
    constexpr span first(size_type count) const { return {first_, count}; }
    constexpr span last(size_type count) const { return {end() - count, count}; }
    constexpr span subspan(size_type offset) const {
        return {first_ + offset, count_ - offset};
    }
    constexpr span subspan(size_type offset, size_type count) const {
        return {first_ + offset, count};
    }

  private:
    T* first_ = nullptr;
    size_type count_ = 0;
};

template <class Range>
span(Range&&) -> span<std::remove_pointer_t<decltype(std::data(std::declval<Range&>()))>>;

}  // namespace steps
