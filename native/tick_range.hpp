#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace allocpool {

/// `size` consecutive numbers from `first` on (modulo 2^32), with the interface of a
/// `std::span` although they are not stored. Immutable, except by assignment.
class TickRange {
  public:
    class Iterator {
      public:
        using value_type = std::uint32_t;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;

        constexpr Iterator() noexcept = default;
        constexpr explicit Iterator(std::uint32_t number) noexcept : number_{number} {}

        constexpr std::uint32_t operator*() const noexcept { return number_; }
        constexpr Iterator& operator++() noexcept {
            ++number_;
            return *this;
        }
        constexpr Iterator operator++(int) noexcept { return Iterator{number_++}; }
        constexpr bool operator==(const Iterator&) const noexcept = default;

      private:
        std::uint32_t number_ = 0;
    };

    constexpr TickRange() noexcept = default;

    /// @param size below 2^32
    constexpr TickRange(std::uint32_t first, std::uint32_t size) noexcept
        : first_{first}, size_{size} {}

    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr Iterator begin() const noexcept { return Iterator{first_}; }
    constexpr Iterator end() const noexcept { return Iterator{first_ + size_}; }

    /// The first `count` numbers; `count` is at most `size()`.
    constexpr TickRange first(std::size_t count) const noexcept {
        return {first_, static_cast<std::uint32_t>(count)};
    }

    /// All but the first `offset` numbers; `offset` is at most `size()`.
    constexpr TickRange subspan(std::size_t offset) const noexcept {
        const auto passed = static_cast<std::uint32_t>(offset);
        return {first_ + passed, size_ - passed};
    }

  private:
    std::uint32_t first_ = 0;
    std::uint32_t size_ = 0;
};

}  // namespace allocpool
