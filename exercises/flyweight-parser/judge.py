"""Draws valid, corrupted and truncated packets, and knows what must be found in them.

The right answers follow from how a packet was made: nothing here parses one.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import Any

BUFFERS, VIEWS = 3, 3
CELLS, CELL_BYTES, FIRST_BYTES = 16, 256, range(1 << 17, 1 << 20)
"""Each packet lies somewhere in a cell. A buffer's first cell is filled first and keeps its packet,
which is nearly as long as IP allows, so copying packets needs that much memory. It's long enough
that offsets don't fit into a few bits, and its length is drawn. In the last cell, packets end where
the buffer does, so reading on leads beyond its end."""

STORE, WRAP, LOOK, COMPARE = range(4)
PACKET, TRUNCATED, UNKNOWN, BROKEN = range(4)

IPV4, TCP, UDP = 0x0800, 6, 17
ETHERNET_BYTES, IP_BYTES, TCP_BYTES, UDP_BYTES = 14, 20, 20, 8
TYPE, VERSION, TOTAL, FRAGMENT, PROTOCOL = 12, 14, 16, 20, 23
"""Offsets in a packet."""

OTHER_TYPES = (0x0008, 0x0806, 0x0801, 0x8100, 0x86DD)
"""The first one is IPv4's in the wrong byte order."""

OTHER_PROTOCOLS = (0, 1, 2, 7, 41, 58, 132, 255)
TRUTH = {0: "false", 1: "true"}
SPOILT = 0.3
"""Fraction of packets corrupted on purpose."""

COMPARES = 0.01
"""Fraction of operations that compare a buffer, which has many bytes."""


class Packet:
    """A packet, possibly corrupted, and what must be found in it."""

    def __init__(self, chance: Random, *, is_long: bool) -> None:
        self._is_tcp = chance.random() < 0.5
        self._source, self._destination, self._sequence = (chance.getrandbits(32) for _ in range(3))
        self._ports = chance.getrandbits(16), chance.getrandbits(16)
        self._flags = chance.getrandbits(8)
        self._options = options(chance)
        length = int(chance.random() * 40)
        self._payload = chance.randbytes(65_000 - length if is_long else length)
        carried = self._tcp(chance) if self._is_tcp else self._udp(chance)
        self._header = IP_BYTES + len(self._options)
        self._total = self._header + len(carried)
        padding = chance.randbytes(int(chance.random() * 20)) if chance.random() < 0.5 else b""
        self.wire = bytearray(chance.randbytes(TYPE) + b"\x08\x00")
        self.wire += self._ip(chance) + self._options + carried + padding
        # How many bytes each step needs, and what it finds; PACKET means that parsing continues.
        self._steps = [(ETHERNET_BYTES, PACKET), (ETHERNET_BYTES + IP_BYTES, PACKET)]
        last = PACKET
        if not is_long and chance.random() < SPOILT:
            step, code = self._spoil(chance)
            if step < len(self._steps):
                self._steps[step] = self._steps[step][0], code
            else:
                last = code
        total = int.from_bytes(self.wire[TOTAL : TOTAL + 2], "big")
        self._steps.append((ETHERNET_BYTES + total, last))

    def _ip(self, chance: Random) -> bytes:
        return struct.pack(
            ">BBHHHBBHII",
            4 << 4 | self._header // 4,
            chance.getrandbits(8),
            self._total,
            chance.getrandbits(16),
            int(chance.random() * 8) << 13,  # three bits of flags; the fragment's offset is 0
            chance.getrandbits(8),
            TCP if self._is_tcp else UDP,
            chance.getrandbits(16),
            self._source,
            self._destination,
        )

    def _tcp(self, chance: Random) -> bytes:
        more = options(chance)
        self._begin = TCP_BYTES + len(more)
        header = struct.pack(
            ">HHIIBBHHH",
            *self._ports,
            self._sequence,
            chance.getrandbits(32),
            self._begin // 4 << 4 | chance.getrandbits(4),
            self._flags,
            *(chance.getrandbits(16) for _ in range(3)),
        )
        return header + more + self._payload

    def _udp(self, chance: Random) -> bytes:
        self._begin = UDP_BYTES
        length = UDP_BYTES + len(self._payload)
        header = struct.pack(">HHHH", *self._ports, length, chance.getrandbits(16))
        # IP's payload may be longer than UDP's length.
        more = chance.randbytes(int(chance.random() * 10)) if chance.random() < 0.3 else b""
        return header + self._payload + more

    def _spoil(self, chance: Random) -> tuple[int, int]:
        """Corrupt the packet; return the step that finds it, and the finding."""
        match int(chance.random() * 10):
            case 0:
                self._put(TYPE, other(chance, OTHER_TYPES, 16, IPV4))
                return 0, UNKNOWN
            case 1:  # the length next to it may be wrong as well, as in IPv6
                self.wire[VERSION] = other(chance, (0, 5, 6, 12), 4, 4) << 4 | chance.getrandbits(4)
                return 1, UNKNOWN
            case 2:
                self.wire[VERSION] = 4 << 4 | int(chance.random() * 5)
                return 1, BROKEN
            case 3:
                self._put(TOTAL, int(chance.random() * self._header))
                return 1, BROKEN
            case 4:
                self._put(TOTAL, len(self.wire) - ETHERNET_BYTES + pick(chance, (1, 8, 20, 5000)))
                return 2, PACKET  # but that many bytes never arrive
            case 5:
                self._shred(chance)
                fragment = 1 << int(chance.random() * 13) | chance.getrandbits(13)
                self._put(FRAGMENT, int(chance.random() * 8) << 13 | fragment)
                return 2, UNKNOWN
            case 6:
                self._shred(chance)
                self.wire[PROTOCOL] = other(chance, OTHER_PROTOCOLS, 8, TCP, UDP)
                return 2, UNKNOWN
            case 7:
                least = TCP_BYTES if self._is_tcp else UDP_BYTES
                self._put(TOTAL, self._header + int(chance.random() * least))
                return 2, BROKEN
            case 8:
                self._shorten(chance)
                return 2, BROKEN
            case _:
                self._lengthen(chance)
                return 2, BROKEN

    def _put(self, place: int, number: int) -> None:
        self.wire[place : place + 2] = number.to_bytes(2, "big")

    def _shred(self, chance: Random) -> None:
        """Replace IP's payload with random bytes, which aren't a known header."""
        begin = ETHERNET_BYTES + self._header
        self.wire[begin:] = chance.randbytes(len(self.wire) - begin)

    def _shorten(self, chance: Random) -> None:
        """Make the length of TCP's header, or UDP's length, shorter than a header."""
        begin = ETHERNET_BYTES + self._header
        if self._is_tcp:
            self.wire[begin + 12] = int(chance.random() * 5) << 4 | chance.getrandbits(4)
        else:
            self._put(begin + 4, int(chance.random() * UDP_BYTES))

    def _lengthen(self, chance: Random) -> None:
        """Make that length longer than IP's payload."""
        begin = ETHERNET_BYTES + self._header
        room = self._total - self._header
        if self._is_tcp:
            room = min(room, 56)
            self._put(TOTAL, self._header + room)
            words = room // 4 + 1
            self.wire[begin + 12] = words + int(chance.random() * (16 - words)) << 4
        else:
            self._put(begin + 4, room + pick(chance, (1, 2, 8, 60_000)))

    def finding(self, length: int) -> int:
        """Return what must be found when this many bytes have arrived."""
        for needed, code in self._steps:
            if length < needed:
                return TRUNCATED
            if code != PACKET:
                return code
        return PACKET

    def cut(self, chance: Random) -> int:
        """Draw how many bytes arrive if the packet is cut before a step, often just before."""
        below = min(pick(chance, self._steps)[0], len(self.wire))
        return below - 1 if chance.random() < 0.3 else int(chance.random() * below)

    def digest(self, place: int, factor: int) -> int:
        """Return the driver's digest of a view of the packet at this place, a signed word."""
        begin = ETHERNET_BYTES + self._header + self._begin
        result = 0
        for value in (
            self._source,
            self._destination,
            TCP if self._is_tcp else UDP,
            self._header,
            self._total,
            *self._ports,
            self._sequence if self._is_tcp else 0,
            self._flags if self._is_tcp else 0,
            place + begin,
            len(self._payload),
        ):
            result = result * factor + value
        result %= 1 << 64
        return result - (1 << 64) if result >> 63 else result


def options(chance: Random) -> bytes:
    """Draw no options, or up to ten words of them."""
    return b"" if chance.random() < 0.5 else chance.randbytes(4 * int(1 + chance.random() * 10))


def begin_of(cell: int, limit: int) -> int:
    """Return a cell's place in a buffer with this limit."""
    return limit - (CELLS - cell) * CELL_BYTES if cell else 0


def cell_at(place: int, limit: int) -> int:
    """Return the cell that contains a place."""
    return max(0, (place - limit) // CELL_BYTES + CELLS)


def pick(chance: Random, choices: Sequence[Any]) -> Any:
    """Pick one of the choices."""
    return choices[int(chance.random() * len(choices))]


def other(chance: Random, near: Sequence[int], bits: int, *known: int) -> int:
    """Draw an unknown number of this many bits, often one that is similar."""
    similar = known[0] ^ 1 << int(chance.random() * bits)
    number = pick(chance, (pick(chance, near), similar, chance.getrandbits(bits)))
    return number if number not in known else near[0]


class Play:
    """The buffers' contents, and what the views see."""

    def __init__(self, chance: Random) -> None:
        self._limit = limit = chance.choice(FIRST_BYTES) + (CELLS - 1) * CELL_BYTES
        self._factor = 1 + 2 * chance.getrandbits(62)  # unknown to all that is digested
        capacity = limit + int(chance.random() * CELL_BYTES)
        self.words = array("q", [self._factor, limit, capacity])
        for order in chance.sample((0, 1, chance.getrandbits(1)), BUFFERS):  # both occur
            self.words.extend((int(chance.random() * limit), order))
        self.words.append(VIEWS)
        self.answers = array("q")
        self._chance = chance
        self._lies: dict[tuple[int, int], tuple[Packet, int, int]] = {}
        """By buffer and cell: the packet, its place, and how many of its bytes are stored."""
        self._sees: list[tuple[tuple[int, int], int] | None] = [None] * VIEWS
        """Buffer and cell, and a digest; None if the last finding wasn't a packet."""

    def step(self) -> None:
        """Draw one operation, and its answer."""
        kind = self._chance.random()
        looking = [view for view, seen in enumerate(self._sees) if seen is not None]
        if kind < 0.15 or not self._lies:
            self._store()
        elif kind < 0.55 or not looking:
            self._wrap()
        elif kind < 0.55 + COMPARES:
            self.words.extend((COMPARE, int(self._chance.random() * BUFFERS)))
            self.answers.extend((1, 1))
        else:
            view = pick(self._chance, looking)
            self.words.extend((LOOK, view))
            self.answers.append(self._sees[view][1])

    def _store(self) -> None:
        chance = self._chance
        # All cells are equally likely, except for the first one, which is filled once, and the last
        # one, which gets a quarter.
        is_first = len(self._lies) < BUFFERS
        buffer = len(self._lies) if is_first else int(chance.random() * BUFFERS)
        cell = 0 if is_first else min(1 + int(chance.random() * (CELLS + 3)), CELLS - 1)
        packet = Packet(chance, is_long=is_first)
        length = len(packet.wire)
        if cell == CELLS - 1:
            length = packet.cut(chance) if chance.random() < 0.5 else length
            place = self._limit - length
        else:
            begin, end = (begin_of(one, self._limit) for one in (cell, cell + 1))
            place = begin + int(chance.random() * (end - begin - length + 1))
        self.words.extend((STORE, buffer, place, length))
        self.words.frombytes(bytes(packet.wire[:length]) + bytes(-length % 8))
        where = buffer, cell
        self._lies[where] = packet, place, length
        self._sees = [
            None if seen is not None and seen[0] == where else seen for seen in self._sees
        ]

    def _wrap(self) -> None:
        chance = self._chance
        where = pick(chance, list(self._lies))
        packet, place, length = self._lies[where]
        if chance.random() < 0.25:
            length = min(length, packet.cut(chance))
        view, found = int(chance.random() * VIEWS), packet.finding(length)
        self.words.extend((WRAP, view, where[0], place, length))
        self.answers.append(found)
        self._sees[view] = (where, packet.digest(place, self._factor)) if found == PACKET else None


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/Main.java explains them."""
    play = Play(chance)
    for _ in range(operations):
        play.step()
    return play.words, play.answers


def calls(words: Iterator[int]) -> Generator[tuple[Any, ...], list[int], None]:
    """Translate the trace into the task's calls."""
    next(words)  # the digests' factor
    limit, capacity = next(words), next(words)
    for which in range(BUFFERS):
        position, order = next(words), ("big", "little")[next(words)]
        if which == BUFFERS - 1:
            next(words)  # how many views there are
        what = ("direct", "in the heap", "read-only")[which]
        yield (
            f"buffers[{which}] = {capacity} bytes, {what}, {order}-endian, "
            f"at position {position}, with limit {limit}",
            ...,
        )
    findings = {PACKET: "PACKET", TRUNCATED: "TRUNCATED", UNKNOWN: "UNKNOWN", BROKEN: "BROKEN"}
    lies = dict[tuple[int, int], int]()
    sees = dict[int, tuple[int, int]]()
    for word in words:
        which = next(words)
        if word == STORE:
            place, length = next(words), next(words)
            content = array("q", (next(words) for _ in range(-(-length // 8)))).tobytes()
            cell = which, cell_at(place, limit)
            lies[cell] = place
            sees = {view: seen for view, seen in sees.items() if seen != cell}
            shown = content[: min(length, CELL_BYTES)].hex(" ")
            yield (f"buffers[{which}] gets {length} bytes at {place}: {shown}",)
        elif word == WRAP:
            buffer, place, length = next(words), next(words), next(words)
            cell = buffer, cell_at(place, limit)
            if lies.get(cell) != place:
                raise LookupError(f"no packet at {place}")
            text = f"views[{which}].wrap(buffers[{buffer}], {place}, {length})"
            found = yield text, findings
            sees.pop(which, None)
            if found == [PACKET]:
                sees[which] = cell
        elif word == COMPARE:
            yield (
                f"buffers[{which}] is compared with what it was",
                (f"that the position, limit and order of buffers[{which}] are the same", TRUTH),
                (f"that the bytes of buffers[{which}] are the same", TRUTH),
            )
        elif which not in sees:
            raise LookupError(f"view {which} sees no packet")
        else:
            yield f"what views[{which}]'s methods return", None
