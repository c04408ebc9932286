#include "stop_signal.hpp"

#include <signal.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

namespace allocpool::stop_signal {
namespace {

// Lock-free, so that a signal handler may use it, in whichever thread the signal arrives.
std::atomic<int> signal_number{0};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void note_signal(int number) {
    signal_number.store(number, std::memory_order_relaxed);
}

}  // namespace

void install() {
    struct sigaction action{};
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    for (const int number : {SIGINT, SIGTERM}) {
        if (sigaction(number, &action, nullptr) != 0) {
            throw std::system_error(errno, std::generic_category(),
                                    "can't handle signal " + std::to_string(number));
        }
    }
}

int received() noexcept {
    return signal_number.load(std::memory_order_relaxed);
}

}  // namespace allocpool::stop_signal
