#include "flat_packets.hpp"

#include <stdlib.h>
#include <string.h>

#define GET16(p) ((uint16_t)((p)[0] << 8 | (p)[1]))
#define GET32(p) ((uint32_t)GET16(p) << 16 | GET16((p) + 2))

typedef struct {
    Fields fields;
    int32_t next;
    uint8_t bytes[64];
} packet_t;

struct FlatPackets::State {
    packet_t *packets;
    int32_t first;
};

FlatPackets::FlatPackets(std::size_t capacity) {
    state_ = (State *)malloc(sizeof *state_);
    state_->packets = (packet_t *)calloc(capacity, sizeof(packet_t));
    for (std::size_t i = 0; i < capacity; i++)
        state_->packets[i].next = i + 1 < capacity ? (int32_t)i + 1 : none;
    state_->first = 0;
}

FlatPackets::~FlatPackets() {
    free(state_->packets);
    free(state_);
}

FlatPackets::Handle FlatPackets::receive(Bytes bytes) noexcept {
    const uint8_t *b = bytes.data();
    size_t n = bytes.size();
    if (n < 20 || b[0] >> 4 != 4) return none;
    unsigned header = (b[0] & 0xF) * 4u, total = GET16(b + 2);
    if (header < 20 || total < header + 4 || total > n) return none;
    int32_t handle = state_->first;
    if (handle == none) return none;
    packet_t *p = &state_->packets[handle];
    state_->first = p->next;
    memcpy(p->bytes, b, total);
    p->fields.version = 4;
    p->fields.header_length = (uint8_t)header;
    p->fields.total_length = (uint16_t)total;
    p->fields.identification = GET16(b + 4);
    p->fields.time_to_live = b[8];
    p->fields.protocol = b[9];
    p->fields.source = GET32(b + 12);
    p->fields.destination = GET32(b + 16);
    p->fields.source_port = GET16(b + header);
    p->fields.destination_port = GET16(b + header + 2);
    return handle;
}

const Fields &FlatPackets::fields(Handle handle) const noexcept {
    return state_->packets[handle].fields;
}

Bytes FlatPackets::payload(Handle handle) const noexcept {
    const packet_t *p = &state_->packets[handle];
    return Bytes(p->bytes + p->fields.header_length, p->bytes + p->fields.total_length);
}

void FlatPackets::release(Handle handle) noexcept {
    state_->packets[handle].next = state_->first;
    state_->first = handle;
}
