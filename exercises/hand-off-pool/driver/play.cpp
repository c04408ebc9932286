/// Acquires packets and gives them back, in one thread and then in two, in two pools.
///
/// Words: OPEN and the sizes of two pools, which replace the previous ones; ACQUIRE, a
/// number for the packet, and a value to fill it from; GIVE_BACK and a number; or PASS, a
/// pool's number, how many packets, and a seed. Even numbers belong to the first pool,
/// odd ones to the second. Answers: 1 or 0 for a packet acquired or none; for a packet
/// given back, a digest of its contents; for packets passed, how many were out before the
/// first came back, 1 if no others were ever used and the threads' own pools worked, how
/// many there are in the end, and the digests computed by the sink, in the order in which
/// packets were passed.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "drawn.hpp"
#include "hand_off_pool.hpp"
#include "turns.hpp"
#include "words.hpp"

namespace {

constexpr std::int64_t next_pools = 0;
constexpr std::int64_t acquire = 1;
constexpr std::int64_t give_back = 2;
constexpr std::int64_t pass = 3;

/// Numbers that the judge gives to packets.
constexpr std::size_t numbers = 4'096;
/// How many packets the sink holds back, unless the pool has no more than that.
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

/// A pool that only one thread uses, before anything orders it with the other thread.
struct Own {
    HandOffPool pool{1};
    bool works = true;

    void use() {
        for (int times = 0; times < 3; ++times) {
            Packet* const packet = pool.acquire();
            works = works && packet != nullptr && pool.acquire() == nullptr;
            if (packet != nullptr) {
                pool.give_back(packet);
            }
        }
    }
};

/// Passes packets from this thread to another one, through a row with a slot for each of
/// them. Nothing comes back through the row, so only the pool orders a packet's return.
/// And nothing comes back before all packets are out. If pools share anything, there is a
/// race between a thread's own pool and this one.
class Passing {
  public:
    Passing(HandOffPool& pool, std::size_t size, std::size_t count, std::int64_t seed,
            std::array<Own, 2>& own)
        : pool_{pool},
          own_{own},
          turns_{size, "acquire", "give_back"},
          numbers_{seed},
          row_(count),
          found_(count) {}

    void run(driver::Words& words) {
        words.flush();  // If the source waits in vain, the answers may say why.
        std::thread sink{[this] { take_all(); }};
        const std::size_t out = pass_all();
        sink.join();
        words.answer(static_cast<std::int64_t>(out));
        words.answer(different(row_) <= out && own_[0].works && own_[1].works);
        words.answer(static_cast<std::int64_t>(all_there()));
        for (const std::int64_t found : found_) {
            words.answer(found);
        }
    }

  private:
    static std::size_t different(std::vector<Packet*>& packets) {
        std::sort(packets.begin(), packets.end());
        const auto end = std::unique(packets.begin(), packets.end());
        return static_cast<std::size_t>(end - packets.begin());
    }

    /// Acquires all packets and gives them back. @return how many
    std::size_t all_there() {
        std::vector<Packet*> found(turns_.room + 1);
        for (Packet*& packet : found) {
            packet = pool_.acquire();
        }
        found.resize(different(found));
        found.erase(std::remove(found.begin(), found.end(), nullptr), found.end());
        for (Packet* const packet : found) {
            pool_.give_back(packet);
        }
        return found.size();
    }

    /// The source's thread. @return how many packets it passed before one came back
    std::size_t pass_all() {
        driver::Turns::Part part{turns_, true};
        const auto acquired = [this, &part] {
            Packet* packet = nullptr;
            part.made([this, &packet] { return (packet = pool_.acquire()) != nullptr; });
            return packet;
        };
        own_[0].use();
        std::size_t out = 0;
        while (out < row_.size() && pass(out, acquired())) {
            ++out;
        }
        if (out < turns_.room) {
            row_.resize(out);  // That's wrong, or all: don't wait for more.
        }
        all_are_out_.store(true, std::memory_order_release);
        for (std::size_t n = out; n < row_.size(); ++n) {
            while (!pass(n, acquired())) {
                std::this_thread::yield();
            }
        }
        return out;
    }

    bool pass(std::size_t place, Packet* packet) noexcept {
        if (packet == nullptr) {
            return false;
        }
        row_[place] = packet;
        fill(*packet, numbers_.next());
        passed_.store(place + 1, std::memory_order_release);
        return true;
    }

    /// The sink's thread. It holds packets for different times, so they come back in
    /// another order.
    void take_all() noexcept {
        own_[1].use();
        while (!all_are_out_.load(std::memory_order_acquire)) {
            std::this_thread::yield();
        }
        driver::Turns::Part part{turns_, false};
        std::vector<Packet*> places(std::min(kept, turns_.room - 1));
        for (std::size_t n = 0; n < row_.size(); ++n) {
            while (passed_.load(std::memory_order_acquire) <= n) {
                part.idle();
                std::this_thread::yield();
            }
            found_[n] = found_in(*row_[n]);
            Packet* packet = row_[n];
            if (!places.empty()) {
                std::swap(packet,
                          places[static_cast<std::uint64_t>(found_[n]) % places.size()]);
            }
            give_back(packet, part);
        }
        for (Packet* packet : places) {
            give_back(packet, part);
        }
    }

    void give_back(Packet* packet, driver::Turns::Part& part) noexcept {
        if (packet != nullptr) {
            part.made([this, packet] {
                pool_.give_back(packet);
                return true;
            });
        }
    }

    HandOffPool& pool_;
    std::array<Own, 2>& own_;
    driver::Turns turns_;
    driver::Drawn numbers_;  ///< Values to fill packets from.
    std::vector<Packet*> row_;
    std::vector<std::int64_t> found_;
    std::atomic<std::size_t> passed_{0};
    std::atomic<bool> all_are_out_{false};
};

}  // namespace

void driver::play(Words& words) {
    std::array<std::optional<HandOffPool>, 2> pools;
    std::array<Own, 2> own;
    std::array<std::size_t, 2> sizes{};
    std::array<Packet*, numbers> packets{};
    const auto pool_of = [&pools](std::size_t number) -> HandOffPool& {
        return pools[number % pools.size()].value();
    };
    while (words.has_next()) {
        switch (words.next()) {
            case next_pools:
                packets = {};
                for (std::size_t n = 0; n < pools.size(); ++n) {
                    sizes[n] = static_cast<std::size_t>(words.next());
                    pools[n].emplace(sizes[n]);
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
                const auto number = static_cast<std::size_t>(words.next());
                const std::size_t size = sizes[number % sizes.size()];
                const auto count = static_cast<std::size_t>(words.next());
                Passing{pool_of(number), size, count, words.next(), own}.run(words);
                break;
            }
            default:
                throw std::runtime_error("the trace has no such operation");
        }
    }
}
