#pragma once

/// Draws objects as they lie in memory: one row per cache line.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "footprint.hpp"
#include "svg.hpp"

namespace steps {

/// A field's purpose, which gives the field its colour.
enum class Kind { value, pointer, wire, payload };

/// A part of an object.
struct Field {
    std::string name;
    std::size_t offset;  ///< from the object's start, in bytes
    std::size_t bytes;
    Kind kind;
};

/// Some objects, and their places relative to cache lines.
class Layout {
  public:
    explicit Layout(std::string title) : title_{std::move(title)} {}

    /// @param at its address; only its offset within the line matters
    /// @param fields in any order, within `bytes`; the gaps between them are drawn as
    ///        padding
    Layout& object(std::string name, const void* at, std::size_t bytes,
                   std::vector<Field> fields) {
        const auto address = reinterpret_cast<std::uintptr_t>(at);
        objects_.push_back(
            {std::move(name), address % line_bytes, bytes, std::move(fields)});
        return *this;
    }

    std::string svg() const {
        std::string body;
        double y = 34;
        for (const Object& object : objects_) {
            body += draw(object, y);
        }
        return svg_start(width, y + 16, title_) +
               svg_text(0, 14, title_, "start", "font-weight=\"600\" font-size=\"13\"") +
               body + legend(y) + "</svg>";
    }

  private:
    struct Object {
        std::string name;
        std::size_t start;  // within its first line
        std::size_t bytes;
        std::vector<Field> fields;
    };

    static constexpr double byte_width = 11;
    static constexpr double row_height = 24;
    static constexpr double width = byte_width * line_bytes + 2;
    static constexpr std::size_t shown_ends =
        2;  // lines shown at each end of a long object

    /// Draws one object at `y`, and moves `y` below it.
    static std::string draw(const Object& object, double& y) {
        const std::size_t lines = (object.start + object.bytes - 1) / line_bytes + 1;
        std::string out =
            svg_text(0, y + 2,
                     object.name + ": " + std::to_string(object.bytes) + " bytes, in " +
                         std::to_string(lines) + (lines == 1 ? " line" : " lines"));
        y += 8;
        for (std::size_t line = 0; line < lines; ++line) {
            if (lines > 2 * shown_ends + 1 && line == shown_ends) {
                const std::size_t left_out = lines - 2 * shown_ends;
                out += svg_text(width / 2, y + 13,
                                std::to_string(left_out) + " more lines of the same",
                                "middle", "opacity=\"0.75\"");
                y += 20;
                line += left_out - 1;
                continue;
            }
            out += draw_line(object, line, y);
            y += row_height + 3;
        }
        y += 18;
        return out;
    }

    static std::string draw_line(const Object& object, std::size_t line, double y) {
        // The line itself, then the object's part of it as padding, then the fields on
        // top.
        std::string out = svg_box(1, y, byte_width * line_bytes, row_height,
                                  "fill=\"none\" stroke=\"currentColor\" "
                                  "stroke-opacity=\"0.35\"",
                                  "one cache line, 64 bytes");
        out += part(object, line, y, {"padding", 0, object.bytes, Kind::value},
                    "fill=\"currentColor\" fill-opacity=\"0.12\"");
        for (const Field& field : object.fields) {
            out += part(object, line, y, field,
                        std::string{"fill=\""} +
                            colour(static_cast<std::size_t>(field.kind)) +
                            "\" fill-opacity=\"0.4\" stroke=\"currentColor\" "
                            "stroke-opacity=\"0.6\"");
        }
        return out;
    }

    /// The part of `field` that is on the object's line number `line`.
    static std::string part(const Object& object, std::size_t line, double y,
                            const Field& field, const std::string& style) {
        const std::size_t first =
            std::max(object.start + field.offset, line * line_bytes);
        const std::size_t end =
            std::min(object.start + field.offset + field.bytes, (line + 1) * line_bytes);
        if (first >= end) {
            return "";
        }
        const double x = 1 + byte_width * static_cast<double>(first % line_bytes);
        const double w = byte_width * static_cast<double>(end - first);
        const std::string tip = field.name + ": offset " + std::to_string(field.offset) +
                                ", " + std::to_string(field.bytes) + " bytes";
        std::string out = svg_box(x, y, w, row_height, style, tip);
        constexpr double letter_width = 6.4;
        const bool fits = letter_width * static_cast<double>(field.name.size()) < w;
        if (fits && field.name != "padding") {
            out += svg_text(x + w / 2, y + 16, field.name, "middle", "font-size=\"11\"");
        }
        return out;
    }

    static std::string legend(double y) {
        static const char* const names[] = {"parsed value", "pointer",
                                            "header on the wire", "rest of the buffer"};
        std::string out;
        double x = 1;
        for (std::size_t kind = 0; kind < 4; ++kind) {
            out +=
                svg_box(x, y, 12, 12,
                        std::string{"fill=\""} + colour(kind) + "\" fill-opacity=\"0.4\"",
                        names[kind]);
            out += svg_text(x + 17, y + 10, names[kind], "start", "font-size=\"11\"");
            x += 150;
        }
        out += svg_box(x, y, 12, 12, "fill=\"currentColor\" fill-opacity=\"0.12\"",
                       "padding");
        return out + svg_text(x + 17, y + 10, "padding", "start", "font-size=\"11\"");
    }

    std::string title_;
    std::vector<Object> objects_;
};

}  // namespace steps
