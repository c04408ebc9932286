#pragma once

/// The judge's words and the answers to them: signed 64-bit numbers, the least
/// significant byte first. Allocates nothing, so that what a submission allocates is all
/// that shows.

#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace driver {

static_assert(std::endian::native == std::endian::little,
              "words are copied as they lie in memory");

/// For one thread at a time.
class Words {
  public:
    using Word = std::int64_t;

    Words(int questions, int answers) noexcept
        : questions_{questions}, answers_{answers} {}
    Words(const Words&) = delete;
    Words& operator=(const Words&) = delete;

    /// Whether the judge has another word.
    bool has_next() {
        if (end_ - next_ >= sizeof(Word)) {
            return true;
        }
        std::memmove(incoming_, incoming_ + next_, end_ - next_);
        end_ -= next_;
        next_ = 0;
        while (end_ < sizeof(Word)) {
            const ssize_t more =
                ::read(questions_, incoming_ + end_, sizeof incoming_ - end_);
            if (more == 0) {
                return false;
            }
            if (more < 0 && errno != EINTR) {
                throw std::runtime_error("the trace cannot be read");
            }
            end_ += more > 0 ? static_cast<std::size_t>(more) : 0;
        }
        return true;
    }

    /// The next word.
    /// @throws std::runtime_error when there is none
    Word next() {
        if (!has_next()) {
            throw std::runtime_error("the trace ends within an operation");
        }
        Word word;
        std::memcpy(&word, incoming_ + next_, sizeof word);
        next_ += sizeof word;
        return word;
    }

    /// Answers the judge.
    void answer(Word word) {
        if (filled_ == sizeof outgoing_) {
            flush();
        }
        std::memcpy(outgoing_ + filled_, &word, sizeof word);
        filled_ += sizeof word;
    }

    /// Sends the answers so far.
    void flush() {
        std::size_t sent = 0;
        while (sent < filled_) {
            const ssize_t more = ::write(answers_, outgoing_ + sent, filled_ - sent);
            if (more < 0 && errno != EINTR) {
                throw std::runtime_error("the answers cannot be written");
            }
            sent += more > 0 ? static_cast<std::size_t>(more) : 0;
        }
        filled_ = 0;
    }

  private:
    static constexpr std::size_t buffer_bytes = 1U << 16U;

    int questions_;
    int answers_;
    std::size_t next_ = 0;
    std::size_t end_ = 0;
    std::size_t filled_ = 0;
    unsigned char incoming_[buffer_bytes];
    unsigned char outgoing_[buffer_bytes];
};

/// Reads all words and answers them: each exercise's driver defines it.
void play(Words& words);

}  // namespace driver
