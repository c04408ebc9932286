#include "flow_table.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

/* One block; three arrays in it, each at a multiple of a cache line. */
struct FlowTable::State {
    std::uint32_t *deadlines;
    struct Warm {
        std::uint64_t bytes;
        std::uint64_t packets;
    } *warm;
    struct Cold {
        Ends ends;
        Opening opening;
    } *cold;
    std::size_t rows;
    void *block;
};

static std::size_t lines(std::size_t bytes) { return (bytes + 63) / 64 * 64; }

FlowTable::FlowTable(std::size_t n) : state_(new State) {
    std::size_t a = lines(n * sizeof(std::uint32_t)), b = lines(n * sizeof(State::Warm));
    std::size_t c = lines(n * sizeof(State::Cold));
    if (posix_memalign(&state_->block, 64, a + b + c) != 0) throw std::bad_alloc();
    char *p = static_cast<char *>(state_->block);
    state_->deadlines = reinterpret_cast<std::uint32_t *>(p);
    state_->warm = reinterpret_cast<State::Warm *>(p + a);
    state_->cold = reinterpret_cast<State::Cold *>(p + a + b);
    state_->rows = 0;
}

FlowTable::~FlowTable() {
    std::free(state_->block);
    delete state_;
}

void FlowTable::add(const Flow &flow) {
    std::size_t row = state_->rows++;
    state_->deadlines[row] = flow.deadline;
    state_->warm[row].bytes = flow.bytes;
    state_->warm[row].packets = flow.packets;
    state_->cold[row].ends = flow.ends;
    std::memcpy(&state_->cold[row].opening, &flow.opening, sizeof flow.opening);
}

Flow FlowTable::at(std::size_t row) const noexcept {
    Flow flow;
    flow.ends = state_->cold[row].ends;
    flow.opening = state_->cold[row].opening;
    flow.deadline = state_->deadlines[row];
    flow.bytes = state_->warm[row].bytes;
    flow.packets = static_cast<std::uint32_t>(state_->warm[row].packets);
    return flow;
}

void FlowTable::note(std::size_t row, std::uint32_t bytes, std::uint32_t deadline) noexcept {
    state_->warm[row].bytes += bytes;
    state_->warm[row].packets += 1;
    state_->deadlines[row] = deadline;
}

FlowTable::Overdue FlowTable::overdue(std::uint32_t time) const noexcept {
    Overdue sum = {0, 0};
    const std::uint32_t *end = state_->deadlines + state_->rows;
    for (const std::uint32_t *at = state_->deadlines; at != end; ++at)
        if (*at < time) {
            ++sum.flows;
            sum.bytes += state_->warm[at - state_->deadlines].bytes;
        }
    return sum;
}
