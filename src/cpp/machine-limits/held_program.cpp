#include "held_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "stop_signal.hpp"
#include "values.hpp"

namespace allocpool::limits {
namespace {

std::system_error system_failure(const std::string& what) {
    return std::system_error(errno, std::generic_category(), what);
}

/// Runs in the new process, where only async-signal-safe calls are allowed.
[[noreturn]] void become(char* const* argv, int gate) {
    constexpr int not_found = 127;
    char go = 0;
    const int nowhere = open("/dev/null", O_WRONLY);
    if (read(gate, &go, 1) == 1 && dup2(nowhere, STDOUT_FILENO) >= 0) {
        execvp(argv[0], argv);
    }
    _exit(not_found);
}

}  // namespace

HeldProgram::HeldProgram(std::vector<std::string> command) : name_{command.front()} {
    std::vector<char*> argv;
    for (std::string& word : command) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    std::array<int, 2> gate{};
    if (pipe(gate.data()) != 0) {
        throw system_failure("can't make a pipe");
    }
    // The program itself must not inherit them.
    fcntl(gate[0], F_SETFD, FD_CLOEXEC);
    fcntl(gate[1], F_SETFD, FD_CLOEXEC);
    process_ = fork();
    if (process_ == 0) {
        close(gate[1]);
        become(argv.data(), gate[0]);
    }
    if (process_ < 0) {
        const std::system_error failure = system_failure("can't start a process");
        close(gate[0]);
        close(gate[1]);
        throw failure;
    }
    close(gate[0]);
    gate_ = gate[1];
}

HeldProgram::~HeldProgram() {
    if (gate_ >= 0) {
        close(gate_);
    }
    if (process_ >= 0) {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
}

void HeldProgram::run() {
    const char go = 1;
    if (write(gate_, &go, 1) != 1) {
        throw system_failure("can't start " + quoted(name_));
    }
    int status = 0;
    bool told = false;
    for (pid_t ended = 0; ended == 0;) {
        ended = waitpid(process_, &status, WNOHANG);
        if (ended < 0) {
            throw system_failure("can't wait for " + quoted(name_));
        }
        if (stop_signal::received() != 0 && !std::exchange(told, true)) {
            kill(process_, SIGTERM);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    process_ = -1;
    if (told) {
        return;
    }
    if (!WIFEXITED(status)) {
        throw std::runtime_error(quoted(name_) + " was ended by signal " +
                                 std::to_string(WTERMSIG(status)));
    }
    if (WEXITSTATUS(status) != 0) {
        throw std::runtime_error(quoted(name_) + " ended with exit code " +
                                 std::to_string(WEXITSTATUS(status)));
    }
}

}  // namespace allocpool::limits
