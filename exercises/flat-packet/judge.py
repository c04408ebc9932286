"""Draws valid and invalid packets that come and go, and computes what a parser finds in them."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import signed

CAPACITIES = range(1, 2), range(33, 64), range(513, 1_500)
"""The instances' ranges, from which a capacity is drawn for each trace."""

SURPLUS = 16
"""Numbers beyond an instance's capacity, so that some packets arrive when it's full."""

RECEIVE, LOOK, RELEASE = 0, 1, 2
PACKET_BYTES = 64
HEADER_BYTES = 20
PORT_BYTES = 4
BAD = 0.15
"""Fraction of packets in which one field is arbitrary, so that most of them must be rejected."""


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/play.cpp explains them."""
    free = [*map(chance.choice, CAPACITIES)]
    chance.shuffle(free)
    instances = len(free)
    numbers = instances * (max(free) + SURPLUS)
    words, answers = array("q", [*free, numbers]), array("q")
    idle = [
        number
        for number in range(numbers)
        if number // instances < free[number % instances] + SURPLUS
    ]
    chance.shuffle(idle)
    wires, used = dict[int, bytes](), list[int]()
    kept: int | None = None  # a packet that is looked at early, and then only at the end

    def look(number: int) -> None:
        factor = chance.getrandbits(62) | 1
        words.extend((LOOK, number, factor))
        answers.append(digest(wires[number], factor))

    for _ in range(operations):
        kind = chance.random()
        if (kind < 0.5 or not used) and idle:
            number = idle.pop(int(chance.random() * len(idle)))
            wire, length = packet(chance)
            words.extend((RECEIVE, number, length))
            words.frombytes(wire)
            accepted = free[number % instances] > 0 and is_good(wire, length)
            answers.append(accepted)
            if accepted:
                wires[number] = wire
                free[number % instances] -= 1
                if kept is None and free[number % instances]:
                    kept = number
                    look(kept)
                else:
                    used.append(number)
            else:
                idle.append(number)
        elif kind < 0.7:
            look(used[int(chance.random() * len(used))])
        else:
            place = int(chance.random() * len(used))
            used[place], used[-1] = used[-1], used[place]
            number = used.pop()
            words.extend((RELEASE, number))
            idle.append(number)
            free[number % instances] += 1
    if kept is not None:
        look(kept)
    return words, answers


def packet(chance: Random) -> tuple[bytes, int]:
    """Draw a packet's bytes, and how many of them arrive. Most packets are valid."""
    wire = bytearray(chance.randbytes(PACKET_BYTES))
    header = HEADER_BYTES if chance.random() < 0.8 else 4 * int(5 + chance.random() * 11)
    least = header + PORT_BYTES
    total = least + int(chance.random() * (PACKET_BYTES - least + 1))
    length = total + int(chance.random() * (PACKET_BYTES - total + 1))
    wire[0] = 4 << 4 | header // 4
    wire[2:4] = total.to_bytes(2, "big")
    if chance.random() < BAD:
        length = spoil(chance, wire, length)
    return bytes(wire), length


def spoil(chance: Random, wire: bytearray, length: int) -> int:
    """Draw the version, the header's length, the total length or the number of bytes that arrive
    from all that there are, and return the latter. Some packets stay valid."""
    field = int(chance.random() * 5)
    if field == 0:
        wire[0] = chance.getrandbits(4) << 4 | wire[0] & 15
    elif field == 1:
        wire[0] = wire[0] & 240 | chance.getrandbits(4)
    elif field == 2:
        wire[2:4] = chance.randbytes(2)
    elif field == 3:
        wire[2:4] = int(chance.random() * (length + 2)).to_bytes(2, "big")
    else:
        return int(chance.random() * (PACKET_BYTES + 1))
    return length


def is_good(wire: bytes, length: int) -> bool:
    """True if the packet is valid."""
    header, total = (wire[0] & 15) * 4, int.from_bytes(wire[2:4], "big")
    return (
        length >= HEADER_BYTES
        and wire[0] >> 4 == 4
        and header >= HEADER_BYTES
        and header + PORT_BYTES <= total <= length
    )


def digest(wire: bytes, factor: int) -> int:
    """Return the driver's digest of fields and payload, a signed word."""
    header, total = (wire[0] & 15) * 4, int.from_bytes(wire[2:4], "big")
    result = 0
    for value in (
        wire[0] >> 4,
        header,
        total,
        int.from_bytes(wire[4:6], "big"),
        wire[8],
        wire[9],
        int.from_bytes(wire[12:16], "big"),
        int.from_bytes(wire[16:20], "big"),
        int.from_bytes(wire[header : header + 2], "big"),
        int.from_bytes(wire[header + 2 : header + 4], "big"),
        *wire[header:total],
        total - header,
    ):
        result = (result * factor + value) % (1 << 64)
    return signed(result)


def calls(words: Iterator[int]) -> Generator[tuple[Any, ...], list[int], None]:
    """Translate the trace into the task's calls."""
    instances = len(CAPACITIES)
    for number in range(instances):
        yield f"FlatPackets packets{number}{{{next(words)}}}", ...
    yield f"{next(words)} handles for all", ...
    used: set[int] = set()
    for word in words:
        number = next(words)
        packets = f"packets{number % instances}"
        if word == RECEIVE:
            length = next(words)
            wire = array("q", (next(words) for _ in range(PACKET_BYTES // 8))).tobytes()
            text = f"h{number} = {packets}.receive({length} bytes: {wire[:length].hex(' ')})"
            if number in used:
                raise LookupError(f"h{number} is in use")
            found = yield text, {0: "none", 1: "a handle", 2: "a handle below 0"}
            if found == [1]:
                used.add(number)
        elif number not in used:
            raise LookupError(f"h{number} is not in use")
        elif word == LOOK:
            next(words)  # the factor
            yield f"{packets}.fields(h{number}) and payload(h{number})", None
        else:
            used.remove(number)
            yield (f"{packets}.release(h{number})",)
