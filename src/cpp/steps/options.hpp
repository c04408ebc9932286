#pragma once

/// The command line of the small measuring programs: options with whole numbers.

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace allocpool::steps {

/// An error in a command line: one line that says what would be valid.
class OptionError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

using Numbers = std::vector<std::uint64_t>;

/// The values that an option accepts, and its default.
struct Option {
    std::uint64_t least;
    std::uint64_t most;
    Numbers value;
    bool is_list;
};

/// Reads `--name value` pairs, each name at most once, into `options`.
/// @throws OptionError
inline void read_options(int argc, const char* const* argv,
                         std::map<std::string, Option>& options) {
    std::map<std::string, bool> given;
    for (int i = 1; i < argc; i += 2) {
        const std::string name = argv[i];
        const auto found = options.find(name);
        if (found == options.end()) {
            std::string valid;
            for (const auto& [known, option] : options) {
                valid += (valid.empty() ? "" : ", ") + known;
            }
            throw OptionError("unknown option '" + name + "'; valid: " + valid);
        }
        if (given[name]) {
            throw OptionError(name + " is given twice");
        }
        given[name] = true;
        Option& option = found->second;
        const auto refuse = [&](std::string_view text) {
            throw OptionError(
                name + ": '" + std::string{text} + "' is not a whole number from " +
                std::to_string(option.least) + " to " + std::to_string(option.most) +
                (option.is_list ? ", or several with commas between" : ""));
        };
        std::string_view text = i + 1 < argc ? argv[i + 1] : "";
        option.value.clear();
        for (bool more = true; more;) {
            const std::size_t comma = option.is_list ? text.find(',') : text.npos;
            const std::string_view part = text.substr(0, comma);
            std::uint64_t number = 0;
            const char* end = part.data() + part.size();
            const auto [rest, error] = std::from_chars(part.data(), end, number);
            if (error != std::errc{} || rest != end || number < option.least ||
                number > option.most) {
                refuse(part);
            }
            option.value.push_back(number);
            more = comma != text.npos;
            text.remove_prefix(more ? comma + 1 : text.size());
        }
    }
}

}  // namespace allocpool::steps
