/// Plays packets that go round, by one thread and then by two, in pools one after the
/// other.
///
/// Words: OPEN and how many packets, for a pool in the place of the one before; ACQUIRE,
/// a number to call the packet by, and what to fill it from; GIVE_BACK and a number; or
/// PASS and how many packets. Answers: 1 or 0 for a packet acquired or none; what a
/// packet held when it was given back; what the sink found in each packet passed, in the
/// order of their passing.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "hand_off_pool.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t next_pool = 0;
constexpr std::int64_t acquire = 1;
constexpr std::int64_t give_back = 2;
constexpr std::int64_t pass = 3;

/// That the judge calls packets by.
constexpr std::size_t numbers = 64;
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
/// them. Nothing comes back on it: what orders a packet's way back is the pool alone.
class Passing {
  public:
    Passing(HandOffPool& pool, std::size_t count)
        : pool_{pool}, row_(count), found_(count) {}

    void run(driver::Words& words) {
        std::thread sink{[this] { take_all(); }};
        for (std::size_t n = 0; n < row_.size(); ++n) {
            row_[n] = acquired();
            fill(*row_[n], n * n);
            passed_.store(n + 1, std::memory_order_release);
        }
        sink.join();
        for (const std::int64_t found : found_) {
            words.answer(found);
        }
    }

  private:
    Packet* acquired() noexcept {
        Packet* packet = pool_.acquire();
        while (packet == nullptr) {
            std::this_thread::yield();
            packet = pool_.acquire();
        }
        return packet;
    }

    /// The sink's thread. It keeps some packets for long and some for short, so they come
    /// back in another order.
    void take_all() noexcept {
        std::array<Packet*, kept> places{};
        for (std::size_t n = 0; n < row_.size(); ++n) {
            while (passed_.load(std::memory_order_acquire) <= n) {
                std::this_thread::yield();
            }
            found_[n] = found_in(*row_[n]);
            give_back_from(places[n * n % kept]);
            places[n * n % kept] = row_[n];
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
    std::vector<Packet*> row_;
    std::vector<std::int64_t> found_;
    std::atomic<std::size_t> passed_{0};
};

}  // namespace

void driver::play(Words& words) {
    std::optional<HandOffPool> pool;
    std::array<Packet*, numbers> packets{};
    while (words.has_next()) {
        switch (words.next()) {
            case next_pool:
                packets = {};
                pool.emplace(static_cast<std::size_t>(words.next()));
                break;
            case acquire: {
                Packet*& packet = packets.at(static_cast<std::size_t>(words.next()));
                const auto from = static_cast<std::uint64_t>(words.next());
                packet = pool.value().acquire();
                if (packet != nullptr) {
                    fill(*packet, from);
                }
                words.answer(packet != nullptr);
                break;
            }
            case give_back: {
                Packet*& packet = packets.at(static_cast<std::size_t>(words.next()));
                words.answer(packet == nullptr ? no_packet : found_in(*packet));
                if (packet != nullptr) {
                    pool.value().give_back(packet);
                }
                packet = nullptr;
                break;
            }
            case pass:
                Passing{pool.value(), static_cast<std::size_t>(words.next())}.run(words);
                break;
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
