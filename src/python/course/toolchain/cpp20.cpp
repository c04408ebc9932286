// A small program that needs both a C++20 language mode and a C++20 standard library.
#include <bit>
#include <concepts>
#include <span>
template <std::unsigned_integral T>
constexpr int width(T value) {
    return std::bit_width(value);
}
int main() {
    std::span<int> none;
    return width(0u) + static_cast<int>(none.size());
}
