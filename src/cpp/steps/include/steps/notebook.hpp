#pragma once

/// Shows drawings and tables in a notebook, with any `xcpp17` kernel.

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>
#include <xcpp/xdisplay.hpp>

#include "svg.hpp"

namespace steps {

/// HTML that a notebook shows below the cell.
struct Html {
    std::string markup;
};

inline nlohmann::json mime_bundle_repr(const Html& html) {
    auto bundle = nlohmann::json::object();
    bundle["text/html"] = html.markup;
    return bundle;
}

/// Shows a chart or a layout: anything with `svg()`.
template <class Drawing>
void show(const Drawing& drawing) {
    xcpp::display(Html{"<div>" + drawing.svg() + "</div>"});
}

/// Rows of text below a heading; cells that begin with a digit are right-aligned.
class Table {
  public:
    explicit Table(std::vector<std::string> heading) { add("th", heading); }

    Table& row(const std::vector<std::string>& cells) {
        add("td", cells);
        return *this;
    }

    void show() const { xcpp::display(Html{"<table>" + rows_ + "</table>"}); }

  private:
    void add(const std::string& tag, const std::vector<std::string>& cells) {
        rows_ += "<tr>";
        for (const std::string& cell : cells) {
            const bool is_number = !cell.empty() && cell[0] >= '0' && cell[0] <= '9';
            rows_ += "<" + tag + " style=\"text-align:" + (is_number ? "right" : "left") +
                     "\">" + escaped(cell) + "</" + tag + ">";
        }
        rows_ += "</tr>";
    }

    std::string rows_;
};

}  // namespace steps
