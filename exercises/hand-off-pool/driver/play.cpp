/// Plays packets that go round, by one thread and then by two, in two pools at a time.
///
/// Words: OPEN and how many packets each has, for two pools instead of those before;
/// ACQUIRE, a number to call the packet by, and what to fill it from; GIVE_BACK and a
/// number; or PASS, the number of a pool, how many packets and a seed. Even numbers are of
/// the first pool, odd ones of the second. Answers: 1 or 0 for a packet acquired or none;
/// what a packet held when it was given back; for packets passed, how many there were
/// before the first came back, 1 if no more than these ever went round, and what the sink
/// found in each, in the order of their passing.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "drawn.hpp"
#include "hand_off_pool.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t next_pools = 0;
constexpr std::int64_t acquire = 1;
constexpr std::int64_t give_back = 2;
constexpr std::int64_t pass = 3;

/// That the judge calls packets by.
constexpr std::size_t numbers = 1'024;
/// Places where the sink keeps packets back.
constexpr std::size_t kept = 5;
/// The answer for a packet that was never acquired.
constexpr std::int64_t no_packet = -1;

void fill(Packet& packet, std::uint64_t from) {
    for (std::uint64_t& word : packet.words) {
        word = from++;
    }
}

std::int64_t found_in(const Packet& packet) {
    std::uint64_t result = 0;
    for (const std::uint64_t word : packet.words) {
        result = result * 31 + word;
    }
    return static_cast<std::int64_t>(result);
}

/// Passes packets from this thread to another one, in a row that has a place for each of
/// them. Nothing comes back on it: what orders a packet's way back is the pool alone. And
/// nothing comes back before all packets are out.
class Passing {
  public:
    Passing(HandOffPool& pool, std::size_t count, std::int64_t seed)
        : pool_{pool}, numbers_{seed}, row_(count), found_(count) {}

    void run(driver::Words& words) {
        std::thread sink{[this] { take_all(); }};
        std::size_t out = 0;
        while (out < row_.size() && pass(out, pool_.acquire())) {
            ++out;
        }
        all_are_out_.store(true, std::memory_order_release);
        for (std::size_t n = out; n < row_.size(); ++n) {
            Packet* packet = pool_.acquire();
            while (packet == nullptr) {
                std::this_thread::yield();
                packet = pool_.acquire();
            }
            pass(n, packet);
        }
        sink.join();
        std::sort(row_.begin(), row_.end());
        const auto different = std::unique(row_.begin(), row_.end()) - row_.begin();
        words.answer(static_cast<std::int64_t>(out));
        words.answer(static_cast<std::size_t>(different) <= out ? 1 : 0);
        for (const std::int64_t found : found_) {
            words.answer(found);
        }
    }

  private:
    bool pass(std::size_t place, Packet* packet) noexcept {
        if (packet == nullptr) {
            return false;
        }
        row_[place] = packet;
        fill(*packet, numbers_.next());
        passed_.store(place + 1, std::memory_order_release);
        return true;
    }

    /// The sink's thread. It keeps some packets for long and some for short, so they come
    /// back in another order.
    void take_all() noexcept {
        while (!all_are_out_.load(std::memory_order_acquire)) {
            std::this_thread::yield();
        }
        std::array<Packet*, kept> places{};
        for (std::size_t n = 0; n < row_.size(); ++n) {
            while (passed_.load(std::memory_order_acquire) <= n) {
                std::this_thread::yield();
            }
            found_[n] = found_in(*row_[n]);
            Packet*& place = places[static_cast<std::uint64_t>(found_[n]) % kept];
            give_back_from(place);
            place = row_[n];
        }
        for (Packet* packet : places) {
            give_back_from(packet);
        }
    }

    void give_back_from(Packet* packet) noexcept {
        if (packet != nullptr) {
            pool_.give_back(packet);
        }
    }

    HandOffPool& pool_;
    driver::Drawn numbers_;  ///< What packets are filled from.
    std::vector<Packet*> row_;
    std::vector<std::int64_t> found_;
    std::atomic<std::size_t> passed_{0};
    std::atomic<bool> all_are_out_{false};
};

}  // namespace

void driver::play(Words& words) {
    std::array<std::optional<HandOffPool>, 2> pools;
    std::array<Packet*, numbers> packets{};
    const auto pool_of = [&pools](std::size_t number) -> HandOffPool& {
        return pools[number % pools.size()].value();
    };
    while (words.has_next()) {
        switch (words.next()) {
            case next_pools:
                packets = {};
                for (std::optional<HandOffPool>& pool : pools) {
                    pool.emplace(static_cast<std::size_t>(words.next()));
                }
                break;
            case acquire: {
                const auto number = static_cast<std::size_t>(words.next());
                Packet*& packet = packets.at(number);
                const auto from = static_cast<std::uint64_t>(words.next());
                packet = pool_of(number).acquire();
                if (packet != nullptr) {
                    fill(*packet, from);
                }
                words.answer(packet != nullptr);
                break;
            }
            case give_back: {
                const auto number = static_cast<std::size_t>(words.next());
                Packet*& packet = packets.at(number);
                words.answer(packet == nullptr ? no_packet : found_in(*packet));
                if (packet != nullptr) {
                    pool_of(number).give_back(packet);
                }
                packet = nullptr;
                break;
            }
            case pass: {
                HandOffPool& pool = pool_of(static_cast<std::size_t>(words.next()));
                const auto count = static_cast<std::size_t>(words.next());
                Passing{pool, count, words.next()}.run(words);
                break;
            }
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
