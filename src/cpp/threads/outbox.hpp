#pragma once

#include <cstddef>
#include <vector>

#include "queues/cached_ring.hpp"
#include "slab.hpp"

namespace allocpool::threads {

/// The sending end of a ring of handles. It holds them back until there's a group,
/// which it then sends in one go.
///
/// A ring's index travels between cores at least once for each batch that the other
/// side picks up. If handles are sent singly to a waiting receiver, that's once per
/// handle, which takes longer than parsing a packet. A group shares the journey, but
/// its first handles wait for the others, so a thread with nothing else to do has to
/// flush.
///
/// For the sending thread only. What it did with a packet before the flush happens before
/// anything the receiver does with it.
class Outbox {
  public:
    /// @param ring outlives this object, and nobody else sends to it
    /// @param group the number of handles sent together, at least 1
    Outbox(CachedRing& ring, std::size_t group) : ring_{ring}, group_{group} {
        waiting_.reserve(group);
    }

    // --8<-- [start:outbox]
    /// @return true when a group is complete: it must be flushed before the next put()
    bool put(Handle handle) noexcept {
        waiting_.push_back(handle);
        return waiting_.size() == group_;
    }

    /// Sends everything in it. Wait-free if the ring has room.
    /// @param pause called while it has none, until the other side has made some
    template <class Pause>
    void flush(Pause&& pause) noexcept {
        for (const Handle handle : waiting_) {
            while (!ring_.offer(handle)) {
                pause();
            }
        }
        waiting_.clear();
    }
    // --8<-- [end:outbox]

  private:
    CachedRing& ring_;
    std::size_t group_;
    std::vector<Handle> waiting_;
};

}  // namespace allocpool::threads
