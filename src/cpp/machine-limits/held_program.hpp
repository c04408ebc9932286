#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace allocpool::limits {

/// A program in a process of its own, held back before its first instruction, so that
/// counters can be set up for it. Its output is discarded; its errors go where ours go.
/// Not safe for use by more than one thread.
class HeldProgram {
  public:
    /// @param command the program, as a shell would find it, and its arguments
    /// @throws std::system_error if the process can't be created
    explicit HeldProgram(std::vector<std::string> command);

    HeldProgram(const HeldProgram&) = delete;
    HeldProgram& operator=(const HeldProgram&) = delete;

    /// Ends the program, unless run() has waited for it.
    ~HeldProgram();

    pid_t process() const noexcept { return process_; }

    /// Lets it go, and waits for its end. A signal that ends us ends it, too.
    /// @throws std::runtime_error if its exit code is not 0
    /// @throws std::system_error
    void run();

  private:
    std::string name_;
    pid_t process_ = -1;
    int gate_ = -1;  // a byte written here lets it go
};

}  // namespace allocpool::limits
