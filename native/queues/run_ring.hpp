#pragma once

/// The queue that suits a clock, because it knows that ticks are consecutive.
///
/// A clock's numbers are 5, 6, 7, ..., so it's enough to say where they end. There is
/// no array of numbers at all, only **runs**: a first number, and an end that the
/// producer moves forward. Storing one word publishes any number of ticks. Only a drop
/// breaks the sequence; the next tick then opens a new run, in the next entry of a
/// small ring of runs.
///
/// There are three shared words that change:
///
/// - the **end** of a run. The producer alone writes it.
/// - `opened`, the number of the run that was opened last. The producer alone writes it.
///   A run has at least one number when it is opened, and the runs before it grow no
///   more.
/// - `taken`, how many numbers the consumer has taken in all. The consumer alone writes
///   it. The queue is full when the numbers appended exceed it by the capacity, or when a
///   new run is needed and no entry is free.
///
/// All stores to them are *release*, all loads of the other side's words *acquire*. The
/// release of an end doesn't have to make a number visible, because the word is the
/// number, but it makes visible everything the producer did before, as every queue of
/// this family promises. The release of `opened` makes the first number and the end of
/// a new run visible, and the last end of the run before it. The release of `taken`
/// makes the consumer's read of an entry happen before the producer's next use of that
/// entry.
///
/// When is the entry of run n free? Run n - 64 had it. The consumer has left that run for
/// good once it has taken a number from the next one, n - 63. The producer remembers how
/// many numbers had been appended when it opened each run, so `taken` tells it that too.
///
/// Progress: both sides are wait-free. The memory does not depend on the capacity.
///
/// Wrong uses: two threads on one side; creating an end for memory already in use.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

#include "queues/owned_queue.hpp"
#include "queues/run_ring_layout.hpp"
#include "tick_range.hpp"

namespace allocpool {

/// The writing end. One thread at a time; wait-free.
class RunRingProducer {
  public:
    /// @param memory the words of a queue that has just been started
    explicit RunRingProducer(const RunRingMemory& memory) noexcept : memory_{memory} {}

    // --8<-- [start:run-push]
    /// Appends and publishes `count` consecutive numbers from `first` on (modulo 2^32).
    /// If they don't all fit, the newest are dropped.
    /// @return how many were appended
    std::uint64_t push(std::uint32_t first, std::uint64_t count) noexcept {
        const auto part = static_cast<std::uint32_t>(std::min(count, room_for(count)));
        if (part == 0) {
            return 0;
        }
        if (first == end_) {
            // Release: what we did before these ticks is visible to whoever takes them.
            end_ += part;
            memory_.run(opened_).end.store(end_, std::memory_order_release);
        } else if (!open_run(first, part)) {
            return 0;
        }
        appended_ += part;
        return part;
    }
    // --8<-- [end:run-push]

    /// Does nothing: `push()` has already published everything.
    bool publish() const noexcept { return true; }

  private:
    /// The known room; loads the consumer's count only if that is less than `count`.
    std::uint64_t room_for(std::uint64_t count) noexcept {
        std::uint64_t room = memory_.capacity() - (appended_ - taken_cache_);
        if (room < count) {
            ask_taken();
            room = memory_.capacity() - (appended_ - taken_cache_);
        }
        return room;
    }

    // --8<-- [start:open-run]
    /// @return false if no entry is free
    bool open_run(std::uint32_t first, std::uint32_t count) noexcept {
        const std::uint64_t next = opened_ + 1;
        if (!entry_is_free(next)) {
            return false;
        }
        Run& run = memory_.run(next);
        run.first = first;
        end_ = first + count;
        // Relaxed: the consumer does not look here before it has seen `opened`.
        run.end.store(end_, std::memory_order_relaxed);
        began_[next & RunRingLayout::mask] = appended_;
        opened_ = next;
        // Release: the new run, and the end of the one before, are visible before this.
        memory_.opened().store(static_cast<std::uint32_t>(opened_),
                               std::memory_order_release);
        return true;
    }

    /// An entry is free once a number has been taken from the run after its own.
    bool entry_is_free(std::uint64_t run) noexcept {
        if (run < RunRingLayout::runs) {
            return true;
        }
        const std::uint64_t run_after = run - RunRingLayout::runs + 1;
        const std::uint64_t began = began_[run_after & RunRingLayout::mask];
        if (taken_cache_ <= began) {
            ask_taken();
        }
        return taken_cache_ > began;
    }
    // --8<-- [end:open-run]

    void ask_taken() noexcept {
        // Acquire: the consumer has read the entries that it has left before we write to
        // them.
        taken_cache_ = memory_.taken().load(std::memory_order_acquire);
    }

    RunRingMemory memory_;
    std::uint32_t end_ = 0;          // of the open run
    std::uint64_t opened_ = 0;       // its number; the shared word has its low 32 bits
    std::uint64_t appended_ = 0;     // numbers appended since the start
    std::uint64_t taken_cache_ = 0;  // the consumer's count, perhaps out of date

    /// For each entry, the count of numbers appended before its run was opened.
    std::array<std::uint64_t, RunRingLayout::runs> began_{};
};

/// The reading end. One thread at a time; wait-free.
class RunRingConsumer {
  public:
    /// @param memory the words of a queue from which nothing has been taken
    explicit RunRingConsumer(const RunRingMemory& memory) noexcept : memory_{memory} {}

    // --8<-- [start:run-poll]
    /// The numbers available now, oldest first; may be empty.
    ///
    /// Why do we load our run's end a second time? We found nothing new in our run, and
    /// then see that another run was opened. Between our two loads, the producer may have
    /// moved our run's end, skipped a number, and opened the other run. (It may even have
    /// dropped that number for lack of room, because it doesn't know yet what we have
    /// taken.) If we moved on right away, we'd lose the numbers appended last. But the
    /// producer stored our run's last end before it stored `opened`, which we have loaded
    /// with acquire, so from now on a load of that end returns its last value. If that's
    /// still our number, the run is finished for good. (Our entry can't be reused in the
    /// meantime, because we haven't taken anything from the next run.)
    TickRange poll() noexcept {
        batch_ = rest_of_run();
        // Acquire: pairs with the release of `opened`; see above.
        if (batch_.empty() && memory_.opened().load(std::memory_order_acquire) != run_) {
            batch_ = rest_of_run();
            if (batch_.empty()) {
                ++run_;  // not `opened`: that may be several runs further on
                next_ = memory_.run(run_).first;
                batch_ = rest_of_run();
            }
        }
        return batch_;
    }
    // --8<-- [end:run-poll]

    /// Gives back the room of the batch that the last `poll()` returned.
    void release() noexcept {
        const auto count = static_cast<std::uint32_t>(batch_.size());
        next_ += count;
        taken_ += count;
        batch_ = {};
        // Release: we've read the entries before the producer sees this.
        memory_.taken().store(taken_, std::memory_order_release);
    }

  private:
    TickRange rest_of_run() const noexcept {
        // Acquire: pairs with the release of the end.
        const std::uint32_t end = memory_.run(run_).end.load(std::memory_order_acquire);
        return {next_, end - next_};
    }

    RunRingMemory memory_;
    std::uint32_t run_ = 0;    // the current run, modulo 2^32
    std::uint32_t next_ = 0;   // the next number to take from it
    std::uint64_t taken_ = 0;  // numbers given back since the start
    TickRange batch_;          // what the last poll found
};

struct RunRingParts {
    using Layout = RunRingLayout;
    using Memory = RunRingMemory;
    using Producer = RunRingProducer;
    using Consumer = RunRingConsumer;
};

using RunRing = OwnedQueue<RunRingParts>;

}  // namespace allocpool
