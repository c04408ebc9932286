#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "free_list.hpp"
#include "outcome.hpp"
#include "processor.hpp"
#include "sizes.hpp"
#include "slab.hpp"
#include "source.hpp"

namespace allocpool::threads {

/// The baseline: source and processor in one thread, made of the same parts as in the
/// programs with more threads, but with nothing between them.
template <class Generator>
class OneThread {
  public:
    explicit OneThread(const Sizes& sizes)
        : slab_{sizes.pool},
          free_{sizes.pool},
          processor_{slab_, sizes.queue, sizes.stored} {}

    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

    // --8<-- [start:one-thread]
    /// Takes in that many packets.
    [[gnu::noinline, gnu::flatten]] void run(std::uint64_t packets) {
        for (std::uint64_t i = 0; i < packets; ++i) {
            Handle handle = no_packet;
            free_.take(handle);  // never empty: see Sizes
            source_.fill(slab_[handle].bytes());
            processor_.take(handle, [this](Handle released) { free_.give(released); });
        }
        packets_ += packets;
    }
    // --8<-- [end:one-thread]

    /// Does nothing: there's nobody to wait for.
    void finish() const noexcept {}
    void close() const noexcept {}

    Outcome outcome() {
        return merged(packets_, std::vector<Processor<Generator>*>{&processor_});
    }

    /// The packets of all owners.
    std::vector<Handle> owned() {
        std::vector<Handle> handles = free_.handles();
        processor_.add_to(handles);
        return handles;
    }

  private:
    Slab slab_;
    FreeList free_;
    Source<Generator> source_;
    Processor<Generator> processor_;
    std::uint64_t packets_ = 0;
};

}  // namespace allocpool::threads
