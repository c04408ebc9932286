#pragma once

#include <string>
#include <string_view>

#include "reporter.hpp"

namespace allocpool {

/// One JSON object a line.
class JsonReporter final : public Reporter {
  public:
    void start(const std::string& implementation, const Settings& settings) override;
    void round(const Round& round) override;
    void service(const Service& service) override;
    void progress(const Progress& progress) override;
    void probe(const Probe& probe) override;
    void end(const End& end) override;
};

/// @return `text` as a JSON string, quotes included
std::string json_string(std::string_view text);

/// The build's settings, as a JSON object: in a start event, the compiler takes the place
/// of a virtual machine.
std::string build_json();

}  // namespace allocpool
