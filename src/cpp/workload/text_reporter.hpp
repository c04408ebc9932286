#pragma once

#include <string>

#include "reporter.hpp"

namespace allocpool {

/// Readable lines. In real time they have the article's form: seconds since the start,
/// seconds since the last line, packets lost.
class TextReporter final : public Reporter {
  public:
    void start(const std::string& implementation, const Settings& settings) override;
    void round(const Round& round) override;
    void service(const Service& service) override;
    void progress(const Progress& progress) override;
    void probe(const Probe& probe) override;
    void end(const End& end) override;
};

}  // namespace allocpool
