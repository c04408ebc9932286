#include "packet_queue.hpp"

#include <algorithm>
#include <vector>

namespace {
constexpr std::size_t modulus = 65'521;
constexpr std::size_t known = 900;  // shorter ones are kept
struct Kept {
    std::uint32_t length = 0;
    std::uint32_t sum = 0;
    std::uint32_t sums = 0;
    std::uint8_t bytes[known];
};
}  // namespace

struct PacketQueue::State {
    explicit State(std::size_t capacity) : places(capacity), shown(6'400) {}
    std::vector<Kept> places;
    std::vector<std::uint8_t> shown;
    std::size_t first = 0;
    std::size_t count = 0;
};

PacketQueue::PacketQueue(std::size_t capacity) : state_{new State{capacity}} {}
PacketQueue::~PacketQueue() {
    delete state_;
}

bool PacketQueue::push(Bytes bytes) {
    if (bytes.size() < 4) return false;
    const std::size_t header = bytes[0];
    const std::size_t total = bytes[2] * 256U + bytes[3];
    if (header < 4 || total <= header || total > bytes.size()) return false;
    State& s = *state_;
    if (s.count == s.places.size()) {
        s.first = (s.first + 1) % s.places.size();
        --s.count;
    }
    Kept& kept = s.places[(s.first + s.count++) % s.places.size()];
    kept.length = static_cast<std::uint32_t>(total - header);
    if (kept.length < known) {
        std::copy_n(bytes.data() + header, kept.length, kept.bytes);
    } else {
        std::uint64_t sum = 0;
        std::uint64_t sums = 0;
        for (std::size_t n = header; n < total; ++n) {
            sum += bytes[n];
            sums += sum;
        }
        kept.sum = static_cast<std::uint32_t>(sum % modulus);
        kept.sums = static_cast<std::uint32_t>(sums % modulus);
    }
    return true;
}

Bytes PacketQueue::pop() noexcept {
    State& s = *state_;
    if (s.count == 0) return {};
    const Kept& kept = s.places[s.first];
    s.first = (s.first + 1) % s.places.size();
    --s.count;
    const std::size_t length = kept.length;
    std::uint8_t* out = s.shown.data();
    if (length < known) {
        std::copy_n(kept.bytes, length, out);
        return {out, length};
    }
    std::fill_n(out, length, std::uint8_t{0});
    const auto at = [&](std::size_t weight) -> std::uint8_t& {
        return out[length - weight];
    };
    std::size_t left = kept.sum + modulus;
    std::size_t weighted = 0;
    std::size_t used = 0;
    while (left > 0) {
        const std::size_t put = std::min<std::size_t>(left, 255);
        at(++used) = static_cast<std::uint8_t>(put);
        weighted += used * put;
        left -= put;
    }
    const std::size_t more = (kept.sums + modulus - weighted % modulus) % modulus;
    const std::size_t units = more / (length - 1);
    const std::size_t rest = more % (length - 1);
    at(1) = static_cast<std::uint8_t>(at(1) - units);
    at(length) = static_cast<std::uint8_t>(at(length) + units);
    if (rest > 0) {
        const std::size_t from = rest < used ? used - rest + 1 : 1;
        --at(from);
        ++at(from + rest);
    }
    return {out, length};
}
