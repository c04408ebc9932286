// Replaces nlohmann/json where xeus is absent: the part that a MIME bundle needs.
#pragma once

#include <cstdio>
#include <map>
#include <string>

namespace nlohmann {

/// A string, or an object whose members are again such values.
class json {
  public:
    json() = default;
    json(const char* text) : text_(text), is_text_(true) {}
    json(std::string text) : text_(std::move(text)), is_text_(true) {}

    /// An object without members.
    static json object() { return {}; }

    /// The member `key`, added if absent.
    json& operator[](const std::string& key) {
        is_text_ = false;
        return members_[key];
    }

    /// JSON text on one line.
    std::string dump() const {
        if (is_text_) return quoted(text_);
        std::string out = "{";
        for (const auto& [key, value] : members_) {
            if (out.size() > 1) out += ',';
            out += quoted(key) + ':' + value.dump();
        }
        return out + '}';
    }

  private:
    static std::string quoted(const std::string& text) {
        std::string out = "\"";
        for (const char c : text) {
            if (c == '"' || c == '\\') {
                out += '\\';
                out += c;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                char escape[8];
                std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
                out += escape;
            } else {
                out += c;
            }
        }
        return out + '"';
    }

    std::string text_;
    std::map<std::string, json> members_;
    bool is_text_ = false;
};

}  // namespace nlohmann
