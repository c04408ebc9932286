#pragma once

/// How blocks get from the source to the receiver, in one thread or in two.
///
/// `run(blocks)` sends blocks, `finish()` waits until they have been received, and
/// `close()` has the receiver release those that it keeps. After that, `check()` throws
/// std::runtime_error unless each block arrived once and was released once. All are for
/// the source's thread.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "block_options.hpp"
#include "block_sizes.hpp"
#include "block_supplies.hpp"
#include "clock_queue_layout.hpp"
#include "contents.hpp"
#include "queues/cached_ring.hpp"
#include "receiver.hpp"
#include "threads/counts.hpp"
#include "threads/outbox.hpp"
#include "threads/waiting.hpp"

namespace allocpool::blocks {

/// The source passes each block to the receiver by a call.
template <class Supply>
class OneThread {
  public:
    explicit OneThread(const Options& options)
        : sizes_{options}, supply_{options}, receiver_{supply_, options} {}

    [[gnu::noinline, gnu::flatten]] void run(std::uint64_t blocks) {
        for (const std::uint64_t end = sent_ + blocks; sent_ != end; ++sent_) {
            Handle handle = threads::no_packet;
            const std::size_t bytes = sizes_(sent_);
            supply_.acquire(handle, bytes);  // never fails: it's malloc
            write_contents(supply_[handle], bytes, sent_);
            receiver_.take(handle);
        }
    }

    void finish() const noexcept {}
    void close() noexcept { receiver_.drain(); }

    void check() {
        receiver_.check(sent_);
        supply_.check();
    }

    Supply& supply() noexcept { return supply_; }

  private:
    BlockSizes sizes_;
    Supply supply_;
    Receiver<Supply> receiver_;
    std::uint64_t sent_ = 0;
};

/// The receiver has a thread of its own, from the construction to `close()`. Who owns a
/// block, and why nobody waits for ever: see threads/pipeline.hpp.
template <class Supply>
class TwoThreads {
  public:
    /// @throws std::bad_alloc; std::system_error if the thread can't be created
    explicit TwoThreads(const Options& options)
        : sizes_{options},
          supply_{options},
          ring_{static_cast<std::int64_t>(options.shape.ring)},
          outbox_{ring_, options.shape.group},
          receiver_{supply_, options},
          thread_{&TwoThreads::receive, this} {}

    TwoThreads(const TwoThreads&) = delete;
    TwoThreads& operator=(const TwoThreads&) = delete;

    ~TwoThreads() { close(); }

    [[gnu::noinline, gnu::flatten]] void run(std::uint64_t blocks) {
        for (const std::uint64_t end = sent_ + blocks; sent_ != end; ++sent_) {
            Handle handle = threads::no_packet;
            const std::size_t bytes = sizes_(sent_);
            if (!supply_.acquire(handle, bytes)) {
                await_block(handle, bytes);
            }
            write_contents(supply_[handle], bytes, sent_);
            if (outbox_.put(handle)) {
                send();
            }
        }
        send();
    }

    void finish() noexcept {
        threads::Waiting waiting;
        while (received_.value() != sent_) {
            supply_.collect();
            waiting.pause();
        }
    }

    /// A second call does nothing.
    void close() noexcept {
        if (!thread_.joinable()) {
            return;
        }
        // Release: all that was sent is in the ring before the receiver sees this.
        closed_.store(true, std::memory_order_release);
        threads::Waiting waiting;
        // Relaxed: what the thread did is ordered by the join.
        while (!ended_.load(std::memory_order_relaxed)) {
            supply_.collect();  // or the thread could wait for ever to hand back
            waiting.pause();
        }
        thread_.join();
    }

    void check() {
        receiver_.check(sent_);
        supply_.check();
    }

    Supply& supply() noexcept { return supply_; }

  private:
    [[gnu::noinline]] void await_block(Handle& handle, std::size_t bytes) {
        send();
        threads::Waiting waiting;
        while (!supply_.acquire(handle, bytes)) {
            waiting.pause();
        }
    }

    void send() noexcept {
        threads::Waiting waiting;
        outbox_.flush([this, &waiting] {
            supply_.collect();
            waiting.pause();
        });
    }

    /// The receiver's thread.
    void receive() noexcept {
        threads::Waiting waiting;
        for (bool last = false; !last;) {
            // Acquire, and before we look into the ring: if this is true, nothing more
            // will be sent, and we're done as soon as the ring is empty.
            last = closed_.load(std::memory_order_acquire);
            for (Handle handle = threads::no_packet; ring_.take(handle);) {
                receiver_.take(handle);
                received_.increment();
                waiting.reset();
            }
            supply_.flush();
            if (!last) {
                waiting.pause();
            }
        }
        receiver_.drain();
        supply_.flush();
        // Relaxed: see close().
        ended_.store(true, std::memory_order_relaxed);
    }

    static constexpr std::size_t line = ClockQueueLayout::line_bytes;

    // A thread's data don't share a line with what the other reads.
    BlockSizes sizes_;
    std::atomic<bool> closed_{false};  // written once
    alignas(line) Supply supply_;
    alignas(line) CachedRing ring_;
    alignas(line) threads::Outbox outbox_;  // the source's
    std::uint64_t sent_ = 0;
    alignas(line) Receiver<Supply> receiver_;  // its thread's
    threads::Count received_;
    std::atomic<bool> ended_{false};
    alignas(line) std::thread thread_;
};

}  // namespace allocpool::blocks
