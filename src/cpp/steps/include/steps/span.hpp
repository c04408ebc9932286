#pragma once

/// `std::span` for the interpreters of notebooks: they speak C++17, and exercises C++20.

#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

#if __cplusplus < 202002L

#if __has_include(<ROOT/span.hxx>)

// The interpreter's own, which a second one would only make ambiguous.
#include <ROOT/span.hxx>

#else

namespace std {

/// A view of elements side by side: C++20's, without those that have their length in
/// their type.
template <class T>
class span {
    template <class Range>
    using Element = remove_pointer_t<decltype(std::data(declval<Range&>()))>;

  public:
    using element_type = T;
    using value_type = remove_cv_t<T>;
    using size_type = size_t;
    using iterator = T*;

    constexpr span() noexcept = default;
    constexpr span(T* from, size_t count) noexcept : first_{from}, count_{count} {}
    constexpr span(T* from, T* to) noexcept
        : first_{from}, count_{static_cast<size_t>(to - from)} {}
    /// Of an array, a vector, another span: of whatever has `data` and `size`.
    template <class Range, class = enable_if_t<is_convertible_v<Element<Range>*, T*>>>
    constexpr span(Range&& range) : first_{std::data(range)}, count_{std::size(range)} {}

    constexpr T* data() const noexcept { return first_; }
    constexpr size_t size() const noexcept { return count_; }
    constexpr size_t size_bytes() const noexcept { return count_ * sizeof(T); }
    constexpr bool empty() const noexcept { return count_ == 0; }
    constexpr T* begin() const noexcept { return first_; }
    constexpr T* end() const noexcept { return first_ + count_; }
    constexpr T& operator[](size_t index) const { return first_[index]; }
    constexpr T& front() const { return first_[0]; }
    constexpr T& back() const { return first_[count_ - 1]; }
    constexpr span first(size_t count) const { return {first_, count}; }
    constexpr span last(size_t count) const { return {end() - count, count}; }
    constexpr span subspan(size_t offset) const {
        return {first_ + offset, count_ - offset};
    }
    constexpr span subspan(size_t offset, size_t count) const {
        return {first_ + offset, count};
    }

  private:
    T* first_ = nullptr;
    size_t count_ = 0;
};

template <class Range>
span(Range&&) -> span<remove_pointer_t<decltype(std::data(declval<Range&>()))>>;

}  // namespace std

#endif

#endif
