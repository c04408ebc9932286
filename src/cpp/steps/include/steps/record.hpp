#pragma once

/// Reads a measuring program's output: JSON, one object a line.

#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

namespace steps {

/// One JSON object, flattened: the member `pool` of the member `sizes` is named
/// "sizes.pool", an array's third element "samples.2". Values are kept as text.
class Record {
  public:
    /// @throws std::runtime_error if `line` is not one JSON object and nothing else
    static Record parse(const std::string& line) {
        Record record;
        record.values_ = Parser{line}.all();
        return record;
    }

    bool has(const std::string& name) const { return values_.count(name) != 0; }

    /// A string's contents, or a number, true, false or null as it was written.
    /// @throws std::runtime_error if there is no such member
    const std::string& text(const std::string& name) const {
        const auto found = values_.find(name);
        if (found == values_.end()) {
            throw std::runtime_error("the record has no \"" + name + "\"");
        }
        return found->second;
    }

    /// @throws std::runtime_error if there is no such member, or it is not a number
    double number(const std::string& name) const {
        const std::string& value = text(name);
        char* end = nullptr;
        const double number = std::strtod(value.c_str(), &end);
        if (value.empty() || *end != '\0') {
            throw std::runtime_error("\"" + name + "\" is no number: " + value);
        }
        return number;
    }

  private:
    using Values = std::map<std::string, std::string>;

    /// Recursive descent over one line.
    class Parser {
      public:
        explicit Parser(const std::string& line) : line_{line} {}

        Values all() {
            skip_space();
            if (peek() != '{') {
                fail("an object");
            }
            value("");
            skip_space();
            if (at_ != line_.size()) {
                fail("the end");
            }
            return values_;
        }

      private:
        void value(const std::string& name) {
            skip_space();
            if (peek() == '{') {
                members(name, '}', false);
            } else if (peek() == '[') {
                members(name, ']', true);
            } else if (peek() == '"') {
                values_[name] = string();
            } else {
                values_[name] = word();
            }
        }

        void members(const std::string& name, char last, bool is_array) {
            ++at_;
            skip_space();
            if (peek() == last) {
                ++at_;
                return;
            }
            for (std::size_t index = 0;; ++index) {
                skip_space();
                std::string member = std::to_string(index);
                if (!is_array) {
                    member = string();
                    skip_space();
                    expect(':');
                }
                value(name.empty() ? member : name + "." + member);
                skip_space();
                if (peek() == last) {
                    ++at_;
                    return;
                }
                expect(',');
            }
        }

        std::string string() {
            expect('"');
            std::string text;
            while (peek() != '"') {
                text += peek() == '\\' ? escaped() : peek();
                ++at_;
            }
            ++at_;
            return text;
        }

        /// The character after a backslash; our programs write no \u.
        char escaped() {
            ++at_;
            switch (peek()) {
                case 'n':
                    return '\n';
                case 't':
                    return '\t';
                case '"':
                case '\\':
                case '/':
                    return peek();
                default:
                    fail("an escape");
            }
        }

        std::string word() {
            const std::size_t start = at_;
            while (at_ < line_.size() &&
                   (std::isalnum(static_cast<unsigned char>(peek())) || peek() == '-' ||
                    peek() == '+' || peek() == '.')) {
                ++at_;
            }
            if (at_ == start) {
                fail("a value");
            }
            return line_.substr(start, at_ - start);
        }

        void skip_space() {
            while (at_ < line_.size() &&
                   std::isspace(static_cast<unsigned char>(line_[at_]))) {
                ++at_;
            }
        }

        char peek() const {
            if (at_ >= line_.size()) {
                fail("more");
            }
            return line_[at_];
        }

        void expect(char wanted) {
            if (peek() != wanted) {
                fail(std::string{'\''} + wanted + '\'');
            }
            ++at_;
        }

        [[noreturn]] void fail(const std::string& wanted) const {
            throw std::runtime_error("not JSON: expected " + wanted + " at column " +
                                     std::to_string(at_ + 1) + " of: " + line_);
        }

        const std::string& line_;
        std::size_t at_ = 0;
        Values values_;
    };

    Values values_;
};

}  // namespace steps
