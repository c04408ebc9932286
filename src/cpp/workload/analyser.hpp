#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "digest.hpp"
#include "fields.hpp"
#include "ring.hpp"
#include "sizes.hpp"
#include "source.hpp"
#include "store.hpp"
#include "wire.hpp"

namespace allocpool {

/// The network analyser: a source, a queue, a processor and a store, in one thread.
///
/// @tparam Packet has `bytes()`, `parse()`, `forget()`, `protocol()` and `fields()`
/// @tparam Strategy of strategies.hpp, for that packet
/// @tparam Generator of generator.hpp
template <class Packet, class Strategy, class Generator>
class Analyser {
  public:
    /// @param strategy_arguments the arguments of the strategy's constructor
    template <class... StrategyArguments>
    explicit Analyser(const Sizes& sizes, StrategyArguments&&... strategy_arguments)
        : strategy_(std::forward<StrategyArguments>(strategy_arguments)...),
          queue_capacity_{sizes.queue},
          queue_(sizes.queue + 1),
          store_{sizes.stored} {}

    Analyser(const Analyser&) = delete;
    Analyser& operator=(const Analyser&) = delete;

    ~Analyser() {
        while (queue_.size() != 0) {
            strategy_.release(queue_.pop());
        }
        for (Packet* packet : store_.slots()) {
            if (packet != nullptr) {
                strategy_.release(packet);
            }
        }
    }

    // --8<-- [start:step]
    /// Takes in a packet. If the queue is full, its oldest packet is processed.
    void step() {
        Packet* packet = strategy_.acquire();
        source_.fill(packet->bytes());
        queue_.push(packet);
        if (queue_.size() > queue_capacity_) {
            process(queue_.pop());
        }
    }
    // --8<-- [end:step]

    /// Makes that many steps. All modes use this function, into which the compiler
    /// inlines all it can, so that they run the very same machine code and their times
    /// can be compared.
    [[gnu::noinline, gnu::flatten]] void run(std::uint64_t packets) {
        for (std::uint64_t i = 0; i < packets; ++i) {
            step();
        }
    }

    std::uint64_t processed() const noexcept { return processed_; }
    std::uint64_t tcp_count() const noexcept { return tcp_count_; }
    const Strategy& strategy() const noexcept { return strategy_; }

    /// The digest of everything done so far. Queued packets are parsed for it and forget
    /// it again, so the analyser can continue. Meaningless with Dummy, whose packet is
    /// overwritten.
    std::uint64_t digest() {
        Digest digest{processed_, tcp_count_};
        std::uint64_t place = 0;
        for (const Packet* packet : store_.slots()) {
            if (packet != nullptr) {
                digest.add(place, packet->fields());
            }
            ++place;
        }
        for (std::size_t left = queue_.size(); left != 0; --left) {
            Packet* packet = queue_.pop();
            packet->parse();
            digest.add(place, packet->fields());
            packet->forget();
            queue_.push(packet);  // goes all the way round, so the order stays
            ++place;
        }
        return digest.value();
    }

  private:
    // --8<-- [start:process]
    void process(Packet* packet) {
        packet->parse();
        ++processed_;
        if (packet->protocol() == wire::tcp) {
            ++tcp_count_;
            packet = store_.replace(packet);
        }
        if (packet != nullptr) {
            strategy_.release(packet);
        }
    }
    // --8<-- [end:process]

    Strategy strategy_;  // first: the destructor gives packets back to it
    Source<Generator> source_;
    std::size_t queue_capacity_;
    Ring<Packet*> queue_;
    Store<Packet, Generator> store_;
    std::uint64_t processed_ = 0;
    std::uint64_t tcp_count_ = 0;
};

}  // namespace allocpool
