#include "reporter.hpp"

#include "json_reporter.hpp"
#include "text_reporter.hpp"

namespace allocpool {

std::unique_ptr<Reporter> make_reporter(Format format) {
    if (format == Format::json) {
        return std::make_unique<JsonReporter>();
    }
    return std::make_unique<TextReporter>();
}

}  // namespace allocpool
