/// For learning: what a pool must do. The judge asks much more, and looks for races.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "expect.hpp"
#include "hand_off_pool.hpp"

namespace {

void gives_out_each_packet_once() {
    HandOffPool pool{3};
    Packet* const first = pool.acquire();
    Packet* const second = pool.acquire();
    Packet* const third = pool.acquire();
    expect::that("a pool of three gives three packets",
                 first != nullptr && second != nullptr && third != nullptr);
    expect::that("and each of them once",
                 first != second && first != third && second != third);
    expect::that("and no fourth", pool.acquire() == nullptr);
}

void gives_out_again_what_came_back() {
    HandOffPool pool{3};
    std::vector<Packet*> packets;
    for (int n = 0; n < 3; ++n) {
        packets.push_back(pool.acquire());
    }
    if (packets.back() == nullptr) {
        return;
    }
    pool.give_back(packets[1]);
    expect::that("one came back: it is given out", pool.acquire() == packets[1]);
    expect::that("and nothing besides", pool.acquire() == nullptr);
    pool.give_back(packets[2]);
    pool.give_back(packets[0]);
    Packet* const one = pool.acquire();
    Packet* const other = pool.acquire();
    const bool both = (one == packets[0] && other == packets[2]) ||
                      (one == packets[2] && other == packets[0]);
    expect::that("two came back: both are given out, in some order", both);
}

void works_with_one_packet() {
    HandOffPool pool{1};
    for (int n = 0; n < 100; ++n) {
        Packet* const packet = pool.acquire();
        if (packet == nullptr || pool.acquire() != nullptr) {
            expect::same("rounds of a pool of one packet", 100, n);
            return;
        }
        pool.give_back(packet);
    }
    expect::same("rounds of a pool of one packet", 100, 100);
}

/// Ends whatever the pool does, because it stops trying after a while.
void goes_round_between_threads() {
    constexpr std::size_t count = 2000;
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds{10};
    HandOffPool pool{16};
    std::vector<Packet*> row(count, nullptr);
    std::atomic<std::size_t> passed{0};
    std::atomic<bool> ended{false};
    std::size_t right = 0;
    std::thread sink{[&] {
        for (std::size_t n = 0; n < count; ++n) {
            // Read before the row: once it's true, no more packets will come.
            bool last = ended.load(std::memory_order_acquire);
            while (passed.load(std::memory_order_acquire) <= n) {
                if (last) {
                    return;
                }
                std::this_thread::yield();
                last = ended.load(std::memory_order_acquire);
            }
            right += row[n]->words.front() == n && row[n]->words.back() == n ? 1 : 0;
            pool.give_back(row[n]);
        }
    }};
    for (std::size_t n = 0; n < count && std::chrono::steady_clock::now() < late;) {
        Packet* const packet = pool.acquire();
        if (packet == nullptr) {
            std::this_thread::yield();
            continue;
        }
        packet->words.fill(n);
        row[n] = packet;
        passed.store(++n, std::memory_order_release);
    }
    ended.store(true, std::memory_order_release);
    sink.join();
    expect::same("packets that the sink found as they were filled", count,
                 static_cast<long long>(right));
}

}  // namespace

int main() {
    gives_out_each_packet_once();
    gives_out_again_what_came_back();
    works_with_one_packet();
    goes_round_between_threads();
    return expect::done();
}
