"""Packets that come, wait and go, and what somebody sees who takes their time over looking."""

from __future__ import annotations

import zlib
from array import array
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import WORD_BYTES, drawn

OPEN, PUSH, POP, LOOK = 0, 1, 2, 3
LIVES = ((range(1, 2), 60), (range(2, 8), 60), (range(9, 25), 1 << 40))
"""Queues, one after the other: of which their capacity is drawn, and how many operations they live
for at most."""

CONTENT_BYTES = 1 << 16
"""Random ones, of which each packet has a stretch: nothing shorter can stand for what it holds."""

MOST_ARRIVE = 6_400

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
"""Where its bytes begin in the content, the header's length, and the total one."""

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Words and answers of so many operations; see driver/play.cpp for their meaning."""
    seed = chance.getrandbits(62)
    words, answers = array("q", [seed]), array("q")
    content = drawn(seed, CONTENT_BYTES // WORD_BYTES).tobytes()
    for capacities, most in LIVES:
        capacity = chance.choice(capacities)
        words.extend((OPEN, capacity))
        lasts = min(most, operations)
        operations -= lasts
        live(chance, content, words, answers, capacity=capacity, operations=lasts)
    return words, answers


def live(
    chance: Random,
    content: bytes,
    words: array[int],
    answers: array[int],
    *,
    capacity: int,
    operations: int,
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
            answers.append(checksum(content, shown))
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
    return (int(chance.random() * (CONTENT_BYTES - MOST_ARRIVE)), header, total), arrived


def is_good(packet: Packet, arrived: int) -> bool:
    """Whether a queue accepts it."""
    _, header, total = packet
    return arrived >= HEADER_BYTES and HEADER_BYTES <= header < total <= arrived


def checksum(content: bytes, packet: Packet) -> int:
    """Of its payload, as the driver takes it."""
    begin, header, total = packet
    return zlib.adler32(content[begin + header : begin + total])


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """What the trace does, in the terms of the task."""
    yield f"random bytes, drawn from {next(words)}", ...
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
