#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "clock_queue_layout.hpp"
#include "free_list.hpp"
#include "processor.hpp"
#include "queues/cached_ring.hpp"
#include "shape.hpp"
#include "slab.hpp"

namespace allocpool::threads {

/// A supply modelled on a receiving AF_XDP socket, where the *receiver* owns the pool.
/// Each processor has its share of the packets, and puts free ones into a *fill ring*,
/// from which the source (in AF_XDP, the kernel) takes the ones it fills next. It
/// follows the kernel's documentation (Documentation/networking/af_xdp.rst). For
/// sending, AF_XDP has the mirror image, a *completion ring*, through which the kernel
/// returns what was sent. That's HandBack, where the sender owns the pool.
///
/// Nobody waits: if the fill ring is full, packets stay in the processor's list.
///
/// See supplies.hpp for who may call what.
class FillRings : public OfSlab {
  public:
    FillRings(std::size_t packets, const Shape& shape)
        : OfSlab{packets}, group_{shape.group} {
        std::size_t first = 0;
        for (std::size_t i = 0; i < shape.processors; ++i) {
            const std::size_t part = part_of(packets, i, shape.processors);
            ways_.push_back(std::make_unique<Way>(first, part, shape));
            first += part;
            flush(i);
        }
    }

    bool acquire(std::size_t processor, Handle& handle) noexcept {
        return ways_[processor]->ring.take(handle);
    }

    void release(std::size_t processor, Handle handle) noexcept {
        Way& way = *ways_[processor];
        way.free.release(handle);
        if (++way.kept == group_) {
            flush(processor);
        }
    }

    /// Fills the ring, as far as packets are left.
    void flush(std::size_t processor) noexcept {
        Way& way = *ways_[processor];
        way.kept = 0;
        for (Handle handle = no_packet; way.free.acquire(handle);) {
            if (!way.ring.offer(handle)) {
                return way.free.release(handle);
            }
        }
    }

    void collect() const noexcept {}

    std::vector<Handle> handles() {
        std::vector<Handle> found;
        for (const auto& way : ways_) {
            const std::vector<Handle>& free = way->free.handles();
            found.insert(found.end(), free.begin(), free.end());
            for (Handle handle = no_packet; way->ring.take(handle);) {
                found.push_back(handle);
            }
        }
        return found;
    }

  private:
    /// The route from one processor to the source.
    struct Way {
        Way(std::size_t first, std::size_t packets, const Shape& shape)
            : ring{static_cast<std::int64_t>(shape.ring)},
              free{packets, static_cast<Handle>(first)} {}

        CachedRing ring;
        alignas(ClockQueueLayout::line_bytes) FreeList free;  // the processor's
        std::size_t kept = 0;                                 // since it last filled
    };

    std::size_t group_;
    std::vector<std::unique_ptr<Way>> ways_;  // read by all, written by none
};

}  // namespace allocpool::threads
