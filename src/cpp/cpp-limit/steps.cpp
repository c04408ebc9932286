#include "steps.hpp"

#include <array>
#include <string_view>

#include "values.hpp"

namespace allocpool::cpp_limit {
namespace {

struct NamedStep {
    std::string_view name;
    bool Steps::* taken;
};

constexpr std::array<NamedStep, 5> named_steps{{{"layout", &Steps::layout},
                                                {"handles", &Steps::handles},
                                                {"ring", &Steps::ring},
                                                {"prefetch", &Steps::prefetch},
                                                {"pages", &Steps::pages}}};

Steps no_steps() {
    Steps steps;
    for (const NamedStep& step : named_steps) {
        steps.*step.taken = false;
    }
    return steps;
}

void take(Steps& steps, const std::string& option, std::string_view name) {
    for (const NamedStep& step : named_steps) {
        if (step.name == name) {
            if (steps.*step.taken) {
                throw BadInput(option + ": " + quoted(name) + " is there twice");
            }
            steps.*step.taken = true;
            return;
        }
    }
    throw BadInput(option + ": " + quoted(name) +
                   " is not one of layout, handles, ring, prefetch, pages; several have "
                   "commas between them, and none alone is none of them");
}

}  // namespace

std::string Steps::text() const {
    std::string list;
    for (const NamedStep& step : named_steps) {
        if (this->*step.taken) {
            list += (list.empty() ? "" : ",") + std::string{step.name};
        }
    }
    return list.empty() ? "none" : list;
}

Steps parse_steps(const std::string& option, const std::string& text) {
    Steps steps = no_steps();
    if (text == "none") {
        return steps;
    }
    std::string_view rest = text;
    for (bool more = true; more;) {
        const std::size_t comma = rest.find(',');
        take(steps, option, rest.substr(0, comma));
        more = comma != std::string_view::npos;
        rest.remove_prefix(more ? comma + 1 : rest.size());
    }
    return steps;
}

}  // namespace allocpool::cpp_limit
