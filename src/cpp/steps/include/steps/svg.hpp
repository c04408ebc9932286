#pragma once

/// Helpers of all drawings: text that is safe inside SVG, numbers, colours.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>

namespace steps {

/// Returns `text` with the characters that SVG and HTML read as markup replaced by
/// entities.
inline std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '&':
                out += "&amp;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

/// A coordinate: two decimals are finer than a screen can show.
inline std::string coordinate(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

/// A measured value for people: three significant digits, thousands in full.
inline std::string rounded(double value) {
    char text[32];
    if (std::fabs(value) >= 100) {
        std::snprintf(text, sizeof text, "%.0f", value);
    } else {
        std::snprintf(text, sizeof text, "%.*f", std::fabs(value) >= 10 ? 1 : 2, value);
    }
    return text;
}

/// A size in bytes for people: 512 B, 64 KiB, 1.5 MiB.
inline std::string size_text(double bytes) {
    static const char* const units[] = {"B", "KiB", "MiB", "GiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit < 3) {
        bytes /= 1024;
        ++unit;
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.*f %s", bytes == std::floor(bytes) ? 0 : 1, bytes,
                  units[unit]);
    return text;
}

/// Colours that colour-blind readers can tell apart, visible on black and on white.
/// (M. Okabe, K. Ito, "Color universal design", 2008.)
inline const char* colour(std::size_t index) {
    static constexpr std::array<const char*, 6> colours = {
        "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"};
    return colours[index % colours.size()];
}

/// The start of a drawing as wide as the page allows, with the page's text colour, so
/// that it is readable in dark mode too.
/// @param label text for screen readers
inline std::string svg_start(double width, double height, const std::string& label) {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " +
           coordinate(width) + " " + coordinate(height) +
           "\" role=\"img\" aria-label=\"" + escaped(label) +
           "\" style=\"width:100%;max-width:" + coordinate(width) +
           "px;height:auto\" font-family=\"system-ui,sans-serif\" font-size=\"12\" "
           "fill=\"currentColor\">\n";
}

/// @param anchor start, middle or end
/// @param more further attributes
inline std::string svg_text(double x, double y, const std::string& text,
                            const std::string& anchor = "start",
                            const std::string& more = "") {
    return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) +
           "\" text-anchor=\"" + anchor + "\" " + more + ">" + escaped(text) +
           "</text>\n";
}

inline std::string svg_line(double x1, double y1, double x2, double y2,
                            const std::string& more = "stroke=\"currentColor\"") {
    return "<line x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1) + "\" x2=\"" +
           coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\" " + more + "/>\n";
}

/// A rectangle with a tooltip.
inline std::string svg_box(double x, double y, double width, double height,
                           const std::string& more, const std::string& tip) {
    return "<rect x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" width=\"" +
           coordinate(width) + "\" height=\"" + coordinate(height) + "\" " + more +
           "><title>" + escaped(tip) + "</title></rect>\n";
}

}  // namespace steps
