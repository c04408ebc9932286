#pragma once

/// Two kinds of charts. Both start at zero: the eye compares lengths.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "svg.hpp"

namespace steps {

/// Round numbers from 0 up to at least `top`, five steps or fewer; for a `top` that is
/// not positive and finite, 0 and 1.
inline std::vector<double> ticks(double top) {
    if (!(top > 0) || !std::isfinite(top)) {
        return {0, 1};
    }
    const double magnitude = std::pow(10, std::floor(std::log10(top / 5)));
    double step = 10 * magnitude;
    for (const double factor : {5.0, 2.0, 1.0}) {
        if (factor * magnitude * 5 >= top) {
            step = factor * magnitude;
        }
    }
    std::vector<double> out;
    for (int i = 0; i == 0 || out.back() < top; ++i) {
        out.push_back(i * step);
    }
    return out;
}

/// The frame of both charts.
class Frame {
  public:
    static constexpr double width = 680;
    static constexpr double height = 300;
    static constexpr double left = 52;
    static constexpr double right = width - 12;
    static constexpr double top = 58;
    static constexpr double bottom = height - 44;

    Frame(double highest, const std::string& title, const std::string& unit,
          const std::vector<std::string>& names)
        : ticks_{ticks(highest)} {
        body_ = svg_start(width, height, title) +
                svg_text(0, 14, title, "start", "font-weight=\"600\" font-size=\"13\"") +
                svg_text(right, 14, unit, "end", "opacity=\"0.75\"");
        for (const double tick : ticks_) {
            body_ += svg_line(left, y(tick), right, y(tick),
                              "stroke=\"currentColor\" stroke-opacity=\"0.2\"") +
                     svg_text(left - 6, y(tick) + 4, number(tick), "end");
        }
        double x = left;
        for (std::size_t i = 0; i < names.size(); ++i) {
            body_ += svg_box(x, 28, 12, 12, std::string{"fill=\""} + colour(i) + "\"",
                             names[i]) +
                     svg_text(x + 17, 38, names[i]);
            x += 36 + 6.6 * static_cast<double>(names[i].size());
        }
    }

    double y(double value) const {
        return bottom - (bottom - top) * value / ticks_.back();
    }

    void add(const std::string& markup) { body_ += markup; }

    std::string finished(const std::string& below) const {
        return body_ + svg_text((left + right) / 2, height - 6, below, "middle") +
               "</svg>";
    }

  private:
    static std::string number(double value) {
        char text[32];
        std::snprintf(text, sizeof text, "%g", value);
        return text;
    }

    std::vector<double> ticks_;
    std::string body_;
};

/// Bars in groups: one group per category, with one bar per series.
class BarChart {
  public:
    BarChart(std::string title, std::string unit, std::string below,
             std::vector<std::string> categories)
        : title_{std::move(title)},
          unit_{std::move(unit)},
          below_{std::move(below)},
          categories_{std::move(categories)} {}

    /// @param values one per category; missing and negative ones are left out
    BarChart& series(std::string name, std::vector<double> values) {
        names_.push_back(std::move(name));
        values.resize(std::min(values.size(), categories_.size()));
        values_.push_back(std::move(values));
        return *this;
    }

    std::string svg() const {
        double highest = 0;
        for (const auto& values : values_) {
            for (const double value : values) {
                highest = std::max(highest, value);
            }
        }
        Frame frame{highest, title_, unit_, names_};
        const double group =
            (Frame::right - Frame::left) / static_cast<double>(categories_.size());
        const double bar =
            std::min(46.0, 0.8 * group / static_cast<double>(names_.size()));
        for (std::size_t c = 0; c < categories_.size(); ++c) {
            const double middle = Frame::left + group * (static_cast<double>(c) + 0.5);
            frame.add(svg_text(middle, Frame::bottom + 16, categories_[c], "middle"));
            double x = middle - bar * static_cast<double>(names_.size()) / 2;
            for (std::size_t s = 0; s < values_.size(); ++s, x += bar) {
                if (c < values_[s].size() && values_[s][c] >= 0) {
                    frame.add(bar_of(frame, x, bar, s, categories_[c], values_[s][c]));
                }
            }
        }
        return frame.finished(below_);
    }

  private:
    std::string bar_of(const Frame& frame, double x, double bar, std::size_t series,
                       const std::string& category, double value) const {
        const double y = frame.y(value);
        return svg_box(x + 1, y, bar - 2, Frame::bottom - y,
                       std::string{"fill=\""} + colour(series) + "\"",
                       category + ", " + names_[series] + ": " + rounded(value) + " " +
                           unit_) +
               svg_text(x + bar / 2, y - 4, rounded(value), "middle", "font-size=\"10\"");
    }

    std::string title_;
    std::string unit_;
    std::string below_;
    std::vector<std::string> categories_;
    std::vector<std::string> names_;
    std::vector<std::vector<double>> values_;
};

/// Lines over a size in bytes, each doubling as wide as the next.
class LineChart {
  public:
    using Points = std::vector<std::pair<double, double>>;

    LineChart(std::string title, std::string unit, std::string below)
        : title_{std::move(title)}, unit_{std::move(unit)}, below_{std::move(below)} {}

    /// @param points (bytes, value), in ascending order of bytes, which are positive
    LineChart& series(std::string name, Points points) {
        names_.push_back(std::move(name));
        points_.push_back(std::move(points));
        return *this;
    }

    std::string svg() const {
        double highest = 0;
        double first = INFINITY;
        double last = 0;
        for (const Points& points : points_) {
            for (const auto& [bytes, value] : points) {
                highest = std::max(highest, value);
                first = std::min(first, bytes);
                last = std::max(last, bytes);
            }
        }
        Frame frame{highest, title_, unit_, names_};
        if (last == 0) {
            return frame.finished(below_);
        }
        const double span = std::max(1.0, std::log2(last / first));
        const auto x = [&](double bytes) {
            return Frame::left + 8 +
                   (Frame::right - Frame::left - 28) * std::log2(bytes / first) / span;
        };
        const int every = span > 10 ? 2 : 1;  // labels: each doubling, or each second one
        for (int i = 0; i <= static_cast<int>(span + 0.5); i += every) {
            const double bytes = first * std::exp2(i);
            frame.add(svg_text(x(bytes), Frame::bottom + 16, size_text(bytes), "middle",
                               "font-size=\"11\""));
        }
        for (std::size_t s = 0; s < points_.size(); ++s) {
            frame.add(line_of(frame, s, x));
        }
        return frame.finished(below_);
    }

  private:
    template <class X>
    std::string line_of(const Frame& frame, std::size_t series, const X& x) const {
        std::string path;
        std::string marks;
        for (const auto& [bytes, value] : points_[series]) {
            path += (path.empty() ? "M" : " L") + coordinate(x(bytes)) + " " +
                    coordinate(frame.y(value));
            marks += "<circle cx=\"" + coordinate(x(bytes)) + "\" cy=\"" +
                     coordinate(frame.y(value)) + "\" r=\"3.5\" fill=\"" +
                     colour(series) + "\"><title>" + escaped(names_[series]) + ", " +
                     size_text(bytes) + ": " + rounded(value) + " " + escaped(unit_) +
                     "</title></circle>\n";
        }
        return "<path d=\"" + path + "\" fill=\"none\" stroke-width=\"2\" stroke=\"" +
               colour(series) + "\"/>\n" + marks;
    }

    std::string title_;
    std::string unit_;
    std::string below_;
    std::vector<std::string> names_;
    std::vector<Points> points_;
};

}  // namespace steps
