#pragma once

/// The expected outcome, computed without packets or threads: a packet's number
/// determines everything about it. Each run is checked against it, because a time means
/// nothing if the work wasn't done.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "digest.hpp"
#include "fields.hpp"
#include "outcome.hpp"
#include "processor.hpp"
#include "ring.hpp"
#include "sizes.hpp"
#include "wire.hpp"

namespace allocpool::threads {

/// The fields parsed from a packet that the source made of the number `r`.
constexpr Fields fields_of(std::uint64_t r) {
    const auto bits16 = [r](unsigned shift) {
        return static_cast<std::uint16_t>(r >> shift & 0xFFFFU);
    };
    return {.version = 4,
            .header_length = 20,
            .total_length = 1024,
            .identification = bits16(0),
            .time_to_live = 64,
            .protocol = (r & 15U) == 0 ? wire::tcp : wire::udp,
            .source = 0x0A000000U | static_cast<std::uint32_t>(r >> 4U & 0xFFFFFFU),
            .destination = 0xC0A80000U | bits16(28),
            .source_port = bits16(44),
            .destination_port = bits16(8)};
}

/// A processor that keeps packets' numbers instead of packets.
template <class Generator>
class ExpectedProcessor {
  public:
    ExpectedProcessor(std::size_t queue, std::size_t stored)
        : queue_capacity_{queue}, queue_(queue + 1), store_(stored) {}

    void take(std::uint64_t number) {
        queue_.push(number);
        if (queue_.size() <= queue_capacity_) {
            return;
        }
        const std::uint64_t oldest = queue_.pop();
        ++processed_;
        if (fields_of(oldest).protocol == wire::tcp) {
            ++tcp_count_;
            const std::uint64_t positive = generator_.next() << 1U >> 1U;
            store_[positive % store_.size()] = oldest;
        }
    }

    std::uint64_t processed() const noexcept { return processed_; }
    std::uint64_t tcp_count() const noexcept { return tcp_count_; }
    std::uint64_t places() const noexcept { return store_.size() + queue_capacity_; }

    void add_to(Digest& digest, std::uint64_t first) {
        std::uint64_t place = first;
        for (const std::optional<std::uint64_t>& number : store_) {
            if (number) {
                digest.add(place, fields_of(*number));
            }
            ++place;
        }
        while (queue_.size() != 0) {
            digest.add(place++, fields_of(queue_.pop()));
        }
    }

  private:
    std::size_t queue_capacity_;
    Ring<std::uint64_t> queue_;
    std::vector<std::optional<std::uint64_t>> store_;
    Generator generator_ = Generator::for_store();
    std::uint64_t processed_ = 0;
    std::uint64_t tcp_count_ = 0;
};

/// The outcome after `packets` packets, dealt in turn to `processors` processors.
template <class Generator>
Outcome expected(const Sizes& sizes, std::size_t processors, std::uint64_t packets) {
    std::vector<std::unique_ptr<ExpectedProcessor<Generator>>> owners;
    std::vector<ExpectedProcessor<Generator>*> parts;
    for (std::size_t i = 0; i < processors; ++i) {
        owners.push_back(std::make_unique<ExpectedProcessor<Generator>>(
            part_of(sizes.queue, i, processors), part_of(sizes.stored, i, processors)));
        parts.push_back(owners.back().get());
    }
    Generator source = Generator::for_source();
    std::size_t next = 0;
    for (std::uint64_t i = 0; i < packets; ++i) {
        parts[next]->take(source.next());
        next = next + 1 == parts.size() ? 0 : next + 1;
    }
    return merged(packets, parts);
}

}  // namespace allocpool::threads
