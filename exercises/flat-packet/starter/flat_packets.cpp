#include "flat_packets.hpp"

#include <algorithm>
#include <vector>

// Your code here.
struct FlatPackets::State {
    // Your code here.
};

FlatPackets::FlatPackets(std::size_t capacity) : state_{nullptr} {
    // Your code here.
    static_cast<void>(capacity);
    state_ = new State{};
}

FlatPackets::~FlatPackets() {
    delete state_;
}

FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept {
    // Your code here.
    static_cast<void>(bytes);
    return none;
}

const Fields& FlatPackets::fields(Handle handle) const noexcept {
    // Your code here.
    static_cast<void>(handle);
    static const Fields nothing{};
    return nothing;
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    // Your code here.
    static_cast<void>(handle);
    return {};
}

void FlatPackets::release(Handle handle) noexcept {
    // Your code here.
    static_cast<void>(handle);
}
