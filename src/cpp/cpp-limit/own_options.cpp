#include "own_options.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

#include "values.hpp"

namespace allocpool::cpp_limit {
namespace {

const std::string steps_option = "--steps";
const std::string distance_option = "--prefetch-distance";

/// The arguments from first to last, one by one.
class Arguments {
  public:
    Arguments(int argc, char* const* argv) : argv_{argv}, count_{argc} {}

    bool more() const { return at_ < count_; }
    char* next() { return argv_[at_++]; }

    /// If the next argument is `option`, alone or with its value, takes both.
    /// @throws BadInput if the value is missing
    std::optional<std::string> take(const std::string& option) {
        const std::string_view argument = argv_[at_];
        if (argument == option) {
            if (++at_ == count_) {
                throw BadInput("the value of " + quoted(option) + " is missing");
            }
            return next();
        }
        if (argument.substr(0, option.size() + 1) == option + "=") {
            return std::string{std::string_view{next()}.substr(option.size() + 1)};
        }
        return std::nullopt;
    }

  private:
    char* const* argv_;
    int count_;
    int at_ = 0;
};

void keep(std::optional<std::string>& value, const std::string& option,
          const std::string& given) {
    if (value) {
        throw BadInput(option + " is given twice");
    }
    value = given;
}

}  // namespace

OwnOptions take_own_options(int argc, char* const* argv) {
    OwnOptions options;
    std::optional<std::string> steps;
    std::optional<std::string> distance;
    for (Arguments arguments{argc, argv}; arguments.more();) {
        if (const auto value = arguments.take(steps_option)) {
            keep(steps, steps_option, *value);
        } else if (const auto number = arguments.take(distance_option)) {
            keep(distance, distance_option, *number);
        } else {
            options.others.push_back(arguments.next());
        }
    }
    options.others.push_back(nullptr);

    if (steps) {
        options.steps = parse_steps(steps_option, *steps);
    }
    if (distance) {
        options.steps.prefetch_distance = static_cast<std::size_t>(
            whole_number(distance_option, *distance, 1, Steps::most_prefetch_distance));
        if (!options.steps.prefetch) {
            throw BadInput(distance_option + " is valid only with the step prefetch");
        }
    }
    return options;
}

}  // namespace allocpool::cpp_limit
