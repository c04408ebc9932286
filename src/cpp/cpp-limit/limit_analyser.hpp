#pragma once

#include <cstdint>
#include <memory>

#include "mapping.hpp"
#include "settings.hpp"
#include "steps.hpp"

namespace allocpool::cpp_limit {

/// The network analyser at the machine's limit, as the drivers see it. The steps are
/// chosen at compile time, with a class for each set of them; but the drivers ask for
/// many packets at a time, so that no packet pays for the virtual call. Not safe for use
/// by more than one thread.
class LimitAnalyser {
  public:
    LimitAnalyser() = default;
    LimitAnalyser(const LimitAnalyser&) = delete;
    LimitAnalyser& operator=(const LimitAnalyser&) = delete;
    virtual ~LimitAnalyser() = default;

    /// Takes in that many packets; each processes the oldest one if the queue is full.
    /// Allocates nothing.
    virtual void run(std::uint64_t packets) = 0;

    virtual std::uint64_t processed() const noexcept = 0;
    virtual std::uint64_t tcp_count() const noexcept = 0;

    /// The digest of everything done so far. The analyser can continue. Meaningless with
    /// the strategy dummy, whose packet is overwritten.
    virtual std::uint64_t digest() const = 0;

    /// The result of the step `pages`.
    virtual HugePages huge_pages() const = 0;
};

/// @param settings their strategy is dummy or pool
/// @throws BadInput for another strategy
/// @throws std::invalid_argument if the pool is too small for queue and store
/// @throws std::system_error, std::bad_alloc if there is too little memory
std::unique_ptr<LimitAnalyser> make_analyser(const Steps& steps,
                                             const Settings& settings);

}  // namespace allocpool::cpp_limit
