#pragma once

#include <string>
#include <vector>

#include "reporter.hpp"

namespace allocpool {

/// Keeps all that is reported.
class RecordingReporter final : public Reporter {
  public:
    void start(const std::string&, const Settings&) override {}
    void round(const Round& round) override { rounds.push_back(round); }
    void service(const Service& service) override { services.push_back(service); }
    void progress(const Progress& progress) override { progresses.push_back(progress); }
    void probe(const Probe& probe) override { probes.push_back(probe); }
    void end(const End& end) override { ends.push_back(end); }

    std::vector<Round> rounds;
    std::vector<Service> services;
    std::vector<Progress> progresses;
    std::vector<Probe> probes;
    std::vector<End> ends;
};

/// Whether a probe lasted as long as it was asked to. The counter's ticks and their
/// nanoseconds are both rounded down, so its window may show two nanoseconds less.
inline bool lasted(const Probe& probe, double seconds) {
    return probe.seconds > seconds - 2.5e-9;
}

}  // namespace allocpool
