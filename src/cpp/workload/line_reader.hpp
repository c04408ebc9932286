#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace allocpool {

/// Reads lines as they come, and notices signals meanwhile. Not safe for use by more than
/// one thread.
class LineReader {
  public:
    /// Longer lines are cut here, and end in "...".
    static constexpr std::size_t longest = 200;

    /// @param descriptor an open file, a pipe or a terminal; stays the caller's
    explicit LineReader(int descriptor) : descriptor_{descriptor} {}

    /// Waits for the next line.
    /// @return the line without its end; nothing at the end of the file, or if a signal
    ///         came (see stop_signal.hpp)
    /// @throws std::system_error if it can't be read
    std::optional<std::string> next();

  private:
    bool await_input() const;
    bool read_more();

    int descriptor_;
    std::string text_;  // read, but not returned yet
    bool ended_ = false;
};

}  // namespace allocpool
