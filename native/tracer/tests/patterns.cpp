/// Programs with known patterns of allocation, for testing what `./course advise`
/// reports.

#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

/// A list node; its first byte is written, so that the compiler keeps the allocation.
[[gnu::noinline]] char* make_block(std::size_t size) {
    auto* block = new char[size];
    block[0] = 1;
    return block;
}

/// Allocates 20,000 blocks of many sizes and frees them together, 200 times.
void burst() {
    std::vector<char*> blocks(20'000);
    for (int round = 0; round < 200; ++round) {
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            blocks[i] = make_block(16 + i % 50 * 8);
        }
        for (char* block : blocks) {
            delete[] block;
        }
    }
}

/// Frees each of two million blocks in another thread.
void handover() {
    std::array<std::atomic<char*>, 64> slots{};
    std::thread consumer{[&] {
        for (std::size_t i = 0; i < 2'000'000; ++i) {
            char* block = nullptr;
            // Acquire: see what the producer wrote before it stored the pointer.
            while ((block = slots[i % 64].exchange(nullptr, std::memory_order_acquire)) ==
                   nullptr) {
                std::this_thread::yield();
            }
            delete[] block;
        }
    }};
    for (std::size_t i = 0; i < 2'000'000; ++i) {
        char* block = make_block(400);
        char* empty = nullptr;
        while (!slots[i % 64].compare_exchange_weak(
            empty, block, std::memory_order_release, std::memory_order_relaxed)) {
            empty = nullptr;
            std::this_thread::yield();
        }
    }
    consumer.join();
}

/// Allocates once, and uses the block until the end.
void long_lived() {
    std::vector<char*> blocks(1'500'000);
    for (char*& block : blocks) {
        block = make_block(100);
    }
    for (char* block : blocks) {
        delete[] block;
    }
}

/// A queue of blocks of one size: each lives until 1,000 more have been allocated.
void queue() {
    std::vector<char*> blocks(1000);
    for (std::size_t i = 0; i < 4'000'000; ++i) {
        delete[] std::exchange(blocks[i % 1000], make_block(1500));
    }
}

void crash() {
    burst();
    std::raise(SIGSEGV);
}

/// Exits without destructors and exit's functions.
void quit() {
    burst();
    _exit(3);
}

/// Four threads allocate while a fifth forks and a signal interrupts them every
/// millisecond; its handler starts a process, too. Children allocate. Ends unless
/// something deadlocks.
void storm() {
    std::signal(SIGALRM, [](int) {
        const int kept = errno;
        if (const pid_t child = vfork(); child == 0) {
            _exit(0);
        } else if (child > 0) {
            waitpid(child, nullptr, 0);
        }
        errno = kept;
    });
    const itimerval every{{0, 1000}, {0, 1000}};
    setitimer(ITIMER_REAL, &every, nullptr);
    std::atomic<bool> done{false};
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
        threads.emplace_back([&done, t] {
            std::vector<void*> blocks(100, nullptr);
            for (std::size_t i = 0; !done.load(std::memory_order_relaxed); ++i) {
                void*& block = blocks[i % blocks.size()];
                if (i % 3 == 0) {
                    block = std::realloc(block, 1 + i % 5000 + t);
                } else {
                    std::free(block);
                    block = i % 3 == 1 ? std::calloc(1 + i % 7, 100)
                                       : std::aligned_alloc(64, 64 * (1 + i % 9));
                }
            }
            for (void* block : blocks) {
                std::free(block);
            }
        });
    }
    for (int i = 0; i < 100; ++i) {
        if (const pid_t child = fork(); child == 0) {
            const itimerval never{};
            setitimer(ITIMER_REAL, &never, nullptr);
            for (int k = 0; k < 1000; ++k) {
                std::free(std::malloc(1000));
            }
            std::_Exit(0);
        } else if (child > 0) {
            int status = 0;
            while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
            }
            if (status != 0) {
                std::puts("a child failed");
                std::exit(1);
            }
        }
    }
    done.store(true, std::memory_order_relaxed);
    for (std::thread& thread : threads) {
        thread.join();
    }
}

}  // namespace

int main(int count, char** arguments) {
    const std::string_view pattern = count == 2 ? arguments[1] : "";
    const std::array<std::pair<std::string_view, void (*)()>, 7> patterns{{
        {"burst", burst},
        {"handover", handover},
        {"long-lived", long_lived},
        {"queue", queue},
        {"crash", crash},
        {"quit", quit},
        {"storm", storm},
    }};
    for (const auto& [name, run] : patterns) {
        if (name == pattern) {
            run();
            return 0;
        }
    }
    return 2;
}
