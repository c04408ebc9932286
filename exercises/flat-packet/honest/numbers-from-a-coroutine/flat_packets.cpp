#include "flat_packets.hpp"

#include <coroutine>
#include <memory>
#include <numeric>
#include <utility>

namespace {

/// Yields the numbers below n, from the last to the first.
class Countdown {
  public:
    struct promise_type {
        FlatPackets::Handle value{};
        Countdown get_return_object() { return Countdown{Handle::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(FlatPackets::Handle next) noexcept {
            value = next;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { throw; }
    };
    using Handle = std::coroutine_handle<promise_type>;
    explicit Countdown(Handle handle) : handle_{handle} {}
    Countdown(Countdown&& other) noexcept : handle_{std::exchange(other.handle_, {})} {}
    ~Countdown() {
        if (handle_) handle_.destroy();
    }
    bool next() {
        handle_.resume();
        return !handle_.done();
    }
    FlatPackets::Handle value() const { return handle_.promise().value; }

  private:
    Handle handle_;
};

Countdown below(FlatPackets::Handle n) {
    while (n-- > 0) co_yield n;
}

template <typename T>
constexpr T big_endian(const std::uint8_t* p) {
    return std::accumulate(p, p + sizeof(T), T{}, [](T a, std::uint8_t b) {
        return static_cast<T>(a << 8 | b);
    });
}

struct Slot {
    Fields f;
    std::uint8_t data[FlatPackets::packet_bytes];
};

}  // namespace

struct FlatPackets::State {
    std::unique_ptr<Slot[]> slots;
    std::unique_ptr<Handle[]> free;
    std::size_t frees = 0;
};

FlatPackets::FlatPackets(std::size_t capacity)
    : state_{new State{std::make_unique<Slot[]>(capacity),
                       std::make_unique<Handle[]>(capacity)}} {
    for (auto numbers = below(static_cast<Handle>(capacity)); numbers.next();) {
        state_->free[state_->frees++] = numbers.value();
    }
}

FlatPackets::~FlatPackets() {
    delete state_;
}

FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept try {
    const auto n = bytes.size();
    if (n < 24 || state_->frees == 0 || (bytes[0] & 0xf0) != 0x40) return none;
    const auto header = static_cast<std::uint8_t>((bytes[0] & 0xf) * 4);
    const auto total = big_endian<std::uint16_t>(&bytes[2]);
    if (header < 20 || total < header + 4 || total > n) return none;
    const Handle h = state_->free[--state_->frees];
    Slot& s = state_->slots[static_cast<std::size_t>(h)];
    for (std::size_t i = 0; auto b : bytes.first(total)) s.data[i++] = b;
    const auto* w = s.data;
    s.f = {.version = 4,
           .header_length = header,
           .total_length = total,
           .identification = big_endian<std::uint16_t>(w + 4),
           .time_to_live = w[8],
           .protocol = w[9],
           .source = big_endian<std::uint32_t>(w + 12),
           .destination = big_endian<std::uint32_t>(w + 16),
           .source_port = big_endian<std::uint16_t>(w + header),
           .destination_port = big_endian<std::uint16_t>(w + header + 2)};
    return h;
} catch (...) {
    return none;
}

const Fields& FlatPackets::fields(Handle handle) const noexcept {
    return state_->slots[static_cast<std::size_t>(handle)].f;
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    const Slot& s = state_->slots[static_cast<std::size_t>(handle)];
    return Bytes{s.data}.subspan(
        s.f.header_length,
        static_cast<std::size_t>(s.f.total_length - s.f.header_length));
}

void FlatPackets::release(Handle handle) noexcept {
    state_->free[state_->frees++] = handle;
}
