"""Draws packets that are pushed, wait and are popped, and payloads that are read later."""

from __future__ import annotations

import zlib
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from random import Random
from typing import Any

from course.grading.checks.judge import WORD_BYTES, drawn

OPEN, PUSH, POP, LOOK = 0, 1, 2, 3
CONTENT_BYTES = 1 << 16
"""Random bytes. Each packet is a stretch of them, which nothing shorter can represent."""

MOST_ARRIVE = 6_400

HEADER_BYTES = 4
LONGEST = 6_000
"""Maximum total length of a packet. A trace moves more bytes than a submission may keep in memory,
so it must free them."""

ANY_HEADER = 0.2
"""Fraction of packets with a header of any length that fits into its byte; others are short."""

TINY = 0.1
"""Fraction of packets with payloads so short that off-by-one errors show."""

BAD = 0.15
"""Fraction of packets corrupted on purpose."""

LOOKS = 0.2
"""Fraction of operations that read a payload, mostly after other packets have arrived."""

FILLS = 0.75
MOODS = (FILLS, 0.5, 0.3)
"""Fractions of pushes in pushes and pops: a queue fills and drops packets, or keeps its level, or
is empty most of the time."""

MOOD_LASTS = 60

QUEUES = 2
LIVES = (
    (range(1, 2), 60, MOODS),
    *repeat((range(2, 8), 16, MOODS), 200),
    (range(513, 545), 8_000, (FILLS,)),
)
LATER = range(17, 33), 4_000, MOODS
"""Queues, each of which replaces the last but one: the range of its capacity, the number of
operations until the next one comes, and the moods until then.

Small ones are many, so that 24 bytes left by each show among what a process keeps. A large one is
filled early, so memory needn't grow later. It has few more than 512 places, because the limit for
the first quarter must allow 8 KB for each of them, whatever a packet's length. All later ones have
the same capacity: a queue that's a single block then fits where an earlier one was. A longer trace
has more queues, so memory does grow if a submission keeps their contents."""

Packet = tuple[int, int, int]
"""Where its bytes begin in the content, the header's length, and the total length."""

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/play.cpp explains them."""
    seed = chance.getrandbits(62)
    words, answers = array("q", [seed]), array("q")
    content = drawn(seed, CONTENT_BYTES // WORD_BYTES).tobytes()
    queues: dict[int, Queue] = {}
    lives = [(chance.choice(capacities), *rest) for capacities, *rest in (*LIVES, LATER)]
    for number, (capacity, most, moods) in enumerate(chain(lives, repeat(lives[-1]))):
        if not operations:
            return words, answers
        words.extend((OPEN, number % QUEUES, capacity))
        queues[number % QUEUES] = Queue(capacity)
        lasts = min(most, operations)
        operations -= lasts
        live(chance, content, words, answers, queues, moods=moods, operations=lasts)
    raise AssertionError("queues come without end")


class Queue:
    def __init__(self, capacity: int) -> None:
        self.waiting: deque[Packet] = deque(maxlen=capacity)
        self.shown: Packet | None = None


def live(
    chance: Random,
    content: bytes,
    words: array[int],
    answers: array[int],
    queues: dict[int, Queue],
    *,
    moods: Sequence[float],
    operations: int,
) -> None:
    """Add operations. In the end, some packets wait, and some may have been shown."""
    pushes = 0.0
    for number in range(operations):
        if number % MOOD_LASTS == 0:
            pushes = chance.choice(moods)
        which = int(chance.random() * len(queues))
        queue = queues[which]
        if queue.shown is not None and chance.random() < LOOKS:
            place = chance.getrandbits(16)
            words.extend((LOOK, which, place))
            answers.append(checksum(content, queue.shown, place))
        elif chance.random() < pushes:
            packet, arrived = wire(chance)
            words.extend((PUSH, which, packet[0], arrived, packet[1], packet[2]))
            answers.append(is_good(packet, arrived))
            if answers[-1]:
                queue.waiting.append(packet)  # a full deque drops its oldest, too
        else:
            shown = queue.shown = queue.waiting.popleft() if queue.waiting else None
            words.extend((POP, which))
            answers.append(0 if shown is None else shown[2] - shown[1])


def wire(chance: Random) -> tuple[Packet, int]:
    """Draw a packet, and how many of its bytes arrive."""
    most = 256 - HEADER_BYTES if chance.random() < ANY_HEADER else 17
    header = HEADER_BYTES + int(chance.random() * most)
    payload = 1 + int(chance.random() * (3 if chance.random() < TINY else LONGEST - header))
    total = header + payload
    arrived = total + int(chance.random() * 3)
    if chance.random() < BAD:
        fault = int(chance.random() * 6)
        if fault == 0:
            arrived = int(chance.random() * HEADER_BYTES)
        elif fault == 1:
            header = int(chance.random() * HEADER_BYTES)
        elif fault == 2:
            total = header
        elif fault == 3:
            total = int(chance.random() * header)
        elif fault == 4:
            total = chance.getrandbits(16)
        else:
            arrived = total - 1
    return (int(chance.random() * (CONTENT_BYTES - MOST_ARRIVE)), header, total), arrived


def is_good(packet: Packet, arrived: int) -> bool:
    """True if a queue accepts the packet."""
    _, header, total = packet
    return arrived >= HEADER_BYTES and HEADER_BYTES <= header < total <= arrived


def checksum(content: bytes, packet: Packet, place: int) -> int:
    """Return the driver's checksum of the packet's payload, beginning at a place in it."""
    begin, header, total = packet
    payload = content[begin + header : begin + total]
    place %= len(payload)
    return zlib.adler32(payload[:place], zlib.adler32(payload[place:]))


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    yield f"random bytes, drawn from {next(words)}", ...
    opened = set[int]()
    for word in words:
        which = next(words)
        if word == OPEN:
            opened.add(which)
            yield (f"PacketQueue queue{which}{{{next(words)}}}",)
        elif which not in opened:
            raise LookupError("no queue")
        elif word == PUSH:
            _, arrived, header, total = (next(words) for _ in range(4))
            yield f"queue{which}.push({arrived} bytes: header of {header}, {total} in all)", TRUTH
        elif word == POP:
            yield f"payload{which} = queue{which}.pop()", (f"payload{which}.size()", {})
        else:
            next(words)  # where the checksum begins
            yield f"read payload{which}", None
