#pragma once

/// The judge's words and the answers to them: signed 64-bit numbers, the least
/// significant byte first. Allocates nothing, so that what a submission allocates is all
/// that shows.
///
/// What the judge sends lies in memory before any code of the submission runs: a key, a
/// mark, and the questions. An answer leaves under the key, so what others write to the
/// same descriptor is no answer.

#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace driver {

static_assert(std::endian::native == std::endian::little,
              "words are used as they lie in memory");

/// How many pages of memory this process has touched so far. Never less than before:
/// what is given back and taken again counts again.
std::int64_t touched_pages() noexcept;

/// For one thread at a time.
class Words {
  public:
    using Word = std::int64_t;

    static constexpr std::size_t key_words = 512;

    /// @param key so many words
    /// @param begin of the mark: how many questions are read before we look at the memory
    ///     for the first time; then the questions; @param end behind them
    /// @param answers the descriptor that answers are written to
    /// @throws std::runtime_error when there is no mark
    Words(const Word* key, const Word* begin, const Word* end, int answers)
        : key_{key}, end_{end}, answers_{answers} {
        if (begin == end) {
            throw std::runtime_error("there are no questions");
        }
        next_ = begin + 1;
        mark_ = next_ + next_[-1];
        if (mark_ < next_ || mark_ > end) {
            throw std::runtime_error("the mark is not among the questions");
        }
    }
    Words(const Words&) = delete;
    Words& operator=(const Words&) = delete;

    /// Whether the judge has another word.
    bool has_next() { return next_ != mark_ || goes_on_behind_mark(); }

    /// The next word.
    /// @throws std::runtime_error when there is none
    Word next() {
        if (!has_next()) {
            throw std::runtime_error("the trace ends within an operation");
        }
        return *next_++;
    }

    /// Answers the judge.
    void answer(Word word) {
        if (filled_ == outgoing_.size()) {
            flush();
        }
        outgoing_[filled_++] = word ^ key_[given_++ % key_words];
    }

    /// The last three answers: what was touched until the mark, and until now, and how
    /// many nanoseconds have gone by.
    void testify() {
        const std::chrono::nanoseconds played = Clock::now() - began_;
        const Word now = touched_pages();
        answer(until_mark_);
        answer(now);
        answer(played.count());
    }

    /// Sends the answers so far.
    void flush() {
        const char* from = reinterpret_cast<const char*>(outgoing_.data());
        const char* const behind = from + filled_ * sizeof(Word);
        while (from != behind) {
            const ssize_t more =
                ::write(answers_, from, static_cast<std::size_t>(behind - from));
            if (more < 0 && errno != EINTR) {
                throw std::runtime_error("the answers cannot be written");
            }
            from += more > 0 ? more : 0;
        }
        filled_ = 0;
    }

  private:
    bool goes_on_behind_mark() {
        if (mark_ != end_ || until_mark_ < 0) {
            until_mark_ = touched_pages();
            mark_ = end_;
        }
        return next_ != end_;
    }

    using Clock = std::chrono::steady_clock;

    const Clock::time_point began_ = Clock::now();
    const Word* key_;
    const Word* next_;
    const Word* mark_;
    const Word* end_;
    Word until_mark_ = -1;
    std::size_t given_ = 0;
    std::size_t filled_ = 0;
    int answers_;
    std::array<Word, 8192> outgoing_;
};

/// Reads all words and answers them: each exercise's driver defines it.
void play(Words& words);

}  // namespace driver
