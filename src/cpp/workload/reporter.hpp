#pragma once

/// The events that a run reports, and the formats.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interval.hpp"
#include "loss_log.hpp"
#include "settings.hpp"

namespace allocpool {

/// One round of batch mode.
struct Round {
    std::uint64_t index;  ///< from 0, the warm-up rounds included
    bool warmup;
    std::uint64_t packets;
    std::uint64_t elapsed_ns;

    double ns_per_packet() const {
        return static_cast<double>(elapsed_ns) / static_cast<double>(packets);
    }
};

/// Progress in real time.
struct Progress {
    Interval interval;
    bool warmup;
    double since_start_s;  ///< since the clock was started
    double since_last_s;   ///< since the last progress, or the start of its phase
    std::uint64_t lost;    ///< since then
};

/// Packets handled in one slice of time.
struct Slice {
    std::uint64_t packets;
    std::uint64_t ns;
};

/// A run as fast as possible, in slices without gaps between them.
struct Service {
    std::uint64_t packets;
    std::uint64_t elapsed_ns;
    std::vector<Slice> slices;
};

/// The measured window at one interval. lost = sent - received.
struct Probe {
    Interval interval;
    std::uint64_t capacity;  ///< of the clock queue, in ticks
    double seconds;
    std::uint64_t sent;
    std::uint64_t received;
    std::uint64_t longest_stall_ns;  ///< of the clock thread
    std::vector<Loss> losses;        ///< their sum is `lost()`
    bool stopped_early;              ///< because there was a loss

    std::uint64_t lost() const { return sent - received; }
};

/// The run's totals.
struct End {
    std::uint64_t packets;
    std::uint64_t processed;
    std::uint64_t tcp;
    std::optional<std::uint64_t> digest;  ///< none if it would be meaningless
};

/// Writes each event at once, so that readers see it as it happens. Called outside all
/// timed loops (except `progress`, which takes a few microseconds per million packets).
/// Every function throws std::system_error if the output can't be written.
class Reporter {
  public:
    Reporter() = default;
    Reporter(const Reporter&) = delete;
    Reporter& operator=(const Reporter&) = delete;
    virtual ~Reporter() = default;

    virtual void start(const std::string& implementation, const Settings& settings) = 0;
    virtual void round(const Round& round) = 0;
    virtual void service(const Service& service) = 0;
    virtual void progress(const Progress& progress) = 0;
    virtual void probe(const Probe& probe) = 0;
    virtual void end(const End& end) = 0;
};

/// @return a reporter that writes to standard output
std::unique_ptr<Reporter> make_reporter(Format format);

}  // namespace allocpool
