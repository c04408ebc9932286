#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <utility>

namespace allocpool {

/// A pipe in place of standard input.
class InputPipe {
  public:
    InputPipe() { EXPECT_EQ(pipe(ends_.data()), 0); }

    InputPipe(const InputPipe&) = delete;
    InputPipe& operator=(const InputPipe&) = delete;

    ~InputPipe() {
        close();
        ::close(ends_[0]);
    }

    int reading_end() const { return ends_[0]; }

    /// Writes no more than a pipe holds.
    void write(const std::string& text) const {
        EXPECT_EQ(::write(ends_[1], text.data(), text.size()),
                  static_cast<ssize_t>(text.size()));
    }

    /// Ends the input.
    void close() {
        if (ends_[1] >= 0) {
            ::close(std::exchange(ends_[1], -1));
        }
    }

  private:
    std::array<int, 2> ends_{-1, -1};
};

}  // namespace allocpool
