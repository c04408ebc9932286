"""Packets that come, wait and go, and what somebody sees who takes their time over looking."""

from __future__ import annotations

import zlib
from array import array
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

OPEN, PUSH, POP, LOOK = 0, 1, 2, 3
LIVES = ((1, 60), (2, 60), (16, 1 << 40))
"""Queues, one after the other: their capacity, and how many operations they live for at most."""

HEADER_BYTES = 4
LONGEST = 6_000
"""A packet's total length. The trace moves more bytes than a submission may keep in memory, so it
must give them back."""

TINY = 0.1
"""Share of the packets whose payload is so short that a rule which is off by one shows."""

BAD = 0.15
"""Share of the packets that are spoilt on purpose."""

LOOKS = 0.2
"""Share of the operations that look at a payload, most of them when others have come since."""

MOODS = (0.75, 0.5, 0.3)
"""Share of pushes in pushes and pops: the queue fills and drops packets, or keeps its level, or is
empty most of the time."""

MOOD_LASTS = 60

Packet = tuple[int, int, int]
"""The word that fills it, the header's length, and the total one."""

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Words and answers of so many operations; see driver/play.cpp for their meaning."""
    words, answers = array("q"), array("q")
    for capacity, most in LIVES:
        words.extend((OPEN, capacity))
        lasts = min(most, operations)
        operations -= lasts
        live(chance, capacity, lasts, words, answers)
    return words, answers


def live(
    chance: Random, capacity: int, operations: int, words: array[int], answers: array[int]
) -> None:
    """One queue. In the end some packets wait in it, and one may have been shown."""
    waiting: deque[Packet] = deque(maxlen=capacity)
    shown: Packet | None = None
    pushes = 0.0
    for number in range(operations):
        if number % MOOD_LASTS == 0:
            pushes = chance.choice(MOODS)
        if shown is not None and chance.random() < LOOKS:
            words.append(LOOK)
            answers.append(checksum(shown))
        elif chance.random() < pushes:
            packet, arrived = wire(chance)
            words.extend((PUSH, packet[0], arrived, packet[1], packet[2]))
            answers.append(is_good(packet, arrived))
            if answers[-1]:
                waiting.append(packet)  # a deque with a maximal length drops its oldest, too
        else:
            shown = waiting.popleft() if waiting else None
            words.append(POP)
            answers.append(0 if shown is None else shown[2] - shown[1])


def wire(chance: Random) -> tuple[Packet, int]:
    """A packet, and how many bytes arrive."""
    header = HEADER_BYTES + int(chance.random() * 17)
    payload = 1 + int(chance.random() * (3 if chance.random() < TINY else LONGEST - header))
    total = header + payload
    arrived = total + int(chance.random() * 3)
    if chance.random() < BAD:
        fault = int(chance.random() * 5)
        if fault == 0:
            arrived = int(chance.random() * HEADER_BYTES)
        elif fault == 1:
            header = int(chance.random() * HEADER_BYTES)
        elif fault == 2:
            total = header
        elif fault == 3:
            total = int(chance.random() * header)
        else:
            arrived = total - 1
    return (chance.getrandbits(63), header, total), arrived


def is_good(packet: Packet, arrived: int) -> bool:
    """Whether a queue accepts it."""
    _, header, total = packet
    return arrived >= HEADER_BYTES and HEADER_BYTES <= header < total <= arrived


def checksum(packet: Packet) -> int:
    """Of its payload, as the driver takes it."""
    content, header, total = packet
    repeated = content.to_bytes(8, "little") * (total // 8 + 1)
    return zlib.adler32(repeated[header:total])


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """What the trace does, in the terms of the task."""
    opened = False
    for word in words:
        if word == OPEN:
            opened = True
            yield (f"PacketQueue queue{{{next(words)}}}",)
        elif not opened:
            raise LookupError("no queue")
        elif word == PUSH:
            _, arrived, header, total = (next(words) for _ in range(4))
            yield f"queue.push({arrived} bytes: header of {header}, {total} in all)", TRUTH
        elif word == POP:
            yield "payload = queue.pop()", ("payload.size()", {})
        else:
            yield "read the payload popped last", None
