#pragma once

/// The strategies for getting and releasing packets: the course's question.
///
/// A strategy has `acquire()` and `release(packet)`. It is a template argument of the
/// analyser, not a base class: it never changes during a run, so the compiler makes one
/// analyser for each, and no packet pays for a virtual call. What is measured is the
/// memory, not the dispatch. Strategies are not safe for use by more than one thread.
///
/// Each packet has one owner: the strategy, the queue or the store. Except with Dummy,
/// whose one packet is everywhere at once, a released packet has forgotten its parsed
/// fields.

#include <cstddef>
#include <vector>

namespace allocpool {

// --8<-- [start:dummy]
/// One packet for everything, to measure what the rest of the program costs.
///
/// By design, an implementation that allocates its parsed objects leaks them here,
/// because nobody ever releases the packet: some 150 bytes per packet in `cpp`.
template <class Packet>
class Dummy {
  public:
    Packet* acquire() noexcept { return &packet_; }
    void release(Packet*) noexcept {}

  private:
    Packet packet_;
};
// --8<-- [end:dummy]

// --8<-- [start:alloc]
/// A new packet every time.
template <class Packet>
class Alloc {
  public:
    Packet* acquire() { return new Packet; }
    void release(Packet* packet) noexcept { delete packet; }
};
// --8<-- [end:alloc]

/// A number of packets allocated in advance and reused, last released first. An empty
/// pool allocates; a full one deletes what comes back, so the vector never grows.
template <class Packet>
class Pool {
  public:
    /// @param capacity packets to allocate now, and the most to keep
    explicit Pool(std::size_t capacity) : capacity_{capacity} {
        free_.reserve(capacity);
        try {
            while (free_.size() < capacity) {
                free_.push_back(new Packet);
            }
        } catch (...) {
            delete_all();
            throw;
        }
    }

    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    ~Pool() { delete_all(); }

    // --8<-- [start:pool]
    Packet* acquire() {
        if (free_.empty()) {
            return new Packet;
        }
        Packet* packet = free_.back();
        free_.pop_back();
        return packet;
    }

    void release(Packet* packet) {
        if (free_.size() == capacity_) {
            delete packet;
            return;
        }
        packet->forget();
        free_.push_back(packet);
    }
    // --8<-- [end:pool]

    /// Packets that could be acquired without allocating.
    std::size_t available() const noexcept { return free_.size(); }

  private:
    void delete_all() noexcept {
        for (Packet* packet : free_) {
            delete packet;
        }
    }

    std::size_t capacity_;
    std::vector<Packet*> free_;
};

}  // namespace allocpool
