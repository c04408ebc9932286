#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace allocpool::limits {

/// A program in a process of its own that is held back before its first instruction, so
/// that counters can be set up for it. What it prints goes nowhere; its errors go where
/// ours go. Not safe for use by more than one thread.
class HeldProgram {
  public:
    /// @param command the program, as a shell would find it, and its arguments
    /// @throws std::system_error when there can be no more processes
    explicit HeldProgram(std::vector<std::string> command);

    HeldProgram(const HeldProgram&) = delete;
    HeldProgram& operator=(const HeldProgram&) = delete;

    /// Ends the program, if it was not waited for.
    ~HeldProgram();

    pid_t process() const noexcept { return process_; }

    /// Lets it go, and waits for its end. A signal that ends us ends it, too.
    /// @throws std::runtime_error when its exit code is not 0
    /// @throws std::system_error
    void run();

  private:
    std::string name_;
    pid_t process_ = -1;
    int gate_ = -1;  // a byte written here lets it go
};

}  // namespace allocpool::limits
