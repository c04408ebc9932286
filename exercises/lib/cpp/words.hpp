#pragma once

/// Reads the judge's words and writes answers: signed 64-bit numbers, little-endian.
/// Allocates nothing, so only the submission's allocations are counted.
///
/// Everything the judge sends (a key, a mark and the questions) is in memory before any
/// of the submission's code runs. Answers are XORed with the key, so anything that other
/// code writes to the same descriptor is wrong.

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

/// The number of memory pages that this process has touched so far. It never decreases:
/// a page that is returned and taken again counts again.
std::int64_t touched_pages() noexcept;

/// For one thread at a time.
class Words {
  public:
    using Word = std::int64_t;

    static constexpr std::size_t key_words = 512;

    /// @param key `key_words` words
    /// @param begin points to the mark, which is the number of questions to read before
    ///     memory is first measured; the questions follow; @param end is behind them
    /// @param answers the descriptor that answers are written to
    /// @throws std::runtime_error if the mark is missing or out of range
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

    /// True if there is another word.
    bool has_next() { return next_ != mark_ || goes_on_behind_mark(); }

    /// Returns the next word.
    /// @throws std::runtime_error if there is none
    Word next() {
        if (!has_next()) {
            throw std::runtime_error("the trace ends within an operation");
        }
        return *next_++;
    }

    /// Adds an answer, which is buffered.
    void answer(Word word) {
        if (filled_ == outgoing_.size()) {
            flush();
        }
        outgoing_[filled_++] = word ^ key_[given_++ % key_words];
    }

    /// Adds the last three answers: pages touched up to the mark, pages touched up to
    /// now, and elapsed nanoseconds.
    void testify() {
        const std::chrono::nanoseconds played = Clock::now() - began_;
        const Word now = touched_pages();
        answer(until_mark_);
        answer(now);
        answer(played.count());
    }

    /// Sends the buffered answers.
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

/// Reads and answers all words. Each exercise's driver defines it.
void play(Words& words);

}  // namespace driver
