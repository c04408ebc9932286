#pragma once

/// A child process, with its input and output.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace allocpool {

struct Outcome {
    int exit_code = -1;  ///< -1 if a signal killed it
    std::string out;
    std::string err;
};

class ChildProcess {
  public:
    /// @param arguments the program's path first
    /// @param output a file for its standard output, which otherwise comes to us
    explicit ChildProcess(std::vector<std::string> arguments,
                          const std::string& output = "") {
        std::array<int, 2> in{}, out{}, err{};
        if (pipe(in.data()) != 0 || pipe(out.data()) != 0 || pipe(err.data()) != 0) {
            ADD_FAILURE() << "no pipe";
            return;
        }
        std::vector<char*> argv;
        for (std::string& argument : arguments) {
            argv.push_back(argument.data());
        }
        argv.push_back(nullptr);
        pid_ = fork();
        if (pid_ == 0) {
            const int target = output.empty() ? out[1] : open(output.c_str(), O_WRONLY);
            dup2(in[0], STDIN_FILENO);
            dup2(target, STDOUT_FILENO);
            dup2(err[1], STDERR_FILENO);
            for (const int end : {in[0], in[1], out[0], out[1], err[0], err[1]}) {
                close(end);
            }
            execv(argv[0], argv.data());
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        close(err[1]);
        in_ = in[1];
        out_ = out[0];
        err_ = err[0];
    }

    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    ~ChildProcess() {
        if (pid_ > 0) {
            kill(SIGKILL);
            finish();
        }
    }

    /// Writes to the child's standard input: a few lines, which don't fill the pipe.
    void write(const std::string& text) const {
        EXPECT_EQ(::write(in_, text.data(), text.size()),
                  static_cast<ssize_t>(text.size()));
    }

    /// Ends the child's standard input.
    void close_input() {
        if (in_ >= 0) {
            close(std::exchange(in_, -1));
        }
    }

    /// Waits for the next line of the child's output.
    /// @return the line without its end; the incomplete rest when the output ends
    std::string read_line() {
        std::string line;
        for (char c = 0; read(out_, &c, 1) == 1 && c != '\n';) {
            line += c;
        }
        read_ahead_ += line + '\n';
        return line;
    }

    /// Waits until it has that many threads or has ended. Without /proc, returns at once.
    ///
    /// ThreadSanitizer loses one in some thousands of the signals that arrive while a
    /// program starts its first thread.
    void await_threads(std::ptrdiff_t threads) const {
        const std::string tasks = "/proc/" + std::to_string(pid_) + "/task";
        std::error_code none;
        for (siginfo_t ended{}; ended.si_pid == 0; usleep(1'000)) {
            const std::filesystem::directory_iterator all{tasks, none};
            if (none || std::distance(begin(all), end(all)) >= threads) {
                return;
            }
            waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT);
        }
    }

    void kill(int signal) const { ::kill(pid_, signal); }

    /// Ends its input and waits for its end.
    /// @return all of its output, including lines read before
    Outcome finish() {
        close_input();
        Outcome outcome;
        outcome.out = read_ahead_ + read_all(out_);
        outcome.err = read_all(err_);
        int status = 0;
        waitpid(pid_, &status, 0);
        pid_ = -1;
        outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        return outcome;
    }

  private:
    static std::string read_all(int descriptor) {
        std::string text;
        std::array<char, 4096> part;
        for (ssize_t n; (n = read(descriptor, part.data(), part.size())) > 0;) {
            text.append(part.data(), static_cast<std::size_t>(n));
        }
        close(descriptor);
        return text;
    }

    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
    int err_ = -1;
    std::string read_ahead_;
};

}  // namespace allocpool
