#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "outcome.hpp"
#include "processor.hpp"
#include "shape.hpp"
#include "sizes.hpp"
#include "slab.hpp"
#include "source.hpp"

namespace allocpool::threads {

/// The baseline: source and processor in one thread, made of the same parts as in the
/// programs with more threads, but with nothing between them.
///
/// @tparam Supply of supplies.hpp
template <class Generator, class Supply>
class OneThread {
  public:
    explicit OneThread(const Sizes& sizes)
        : packets_{sizes.pool},
          supply_{sizes.pool, Shape{1, 1, 1}},
          processor_{packets_, sizes.queue, sizes.stored} {}

    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

    ~OneThread() { supply_.reclaim(held()); }

    // --8<-- [start:one-thread]
    /// Processes that many packets.
    [[gnu::noinline, gnu::flatten]] void run(std::uint64_t packets) {
        for (std::uint64_t i = 0; i < packets; ++i) {
            Handle handle = no_packet;
            supply_.acquire(0, handle);  // never empty: see Sizes
            source_.fill(packets_[handle].bytes());
            processor_.take(handle, [this](Handle each) { supply_.release(0, each); });
        }
        sent_ += packets;
    }
    // --8<-- [end:one-thread]

    /// Does nothing: there's no thread to wait for.
    void finish() const noexcept {}
    void close() const noexcept {}

    Outcome outcome() {
        return merged(sent_, std::vector<decltype(processor_)*>{&processor_});
    }

    /// @throws std::runtime_error unless each packet has one owner
    void check_owners() {
        threads::check_owners({supply_.handles(), held()}, supply_.packets());
    }

  private:
    /// The packets that the processor owns.
    std::vector<Handle> held() {
        std::vector<Handle> handles;
        processor_.add_to(handles);
        return handles;
    }

    using Packets = typename Supply::Packets;

    Packets packets_;
    Supply supply_;
    Source<Generator> source_;
    Processor<Generator, Packets> processor_;
    std::uint64_t sent_ = 0;
};

}  // namespace allocpool::threads
