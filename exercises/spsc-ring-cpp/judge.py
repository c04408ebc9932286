"""Pushes and pops on a ring, by one thread and then by two, and what a queue answers."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import drawn, signed

CAPACITY = 16
PUSH, POP, TRANSFER = 0, 1, 2
EMPTY = -1

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Words and answers: half of the operations by one thread, half of them by two.

    driver/play.cpp says what the words mean.
    """
    words, answers = array("q", [CAPACITY]), array("q")
    ring: deque[int] = deque()
    alone = operations // 2
    while alone > 0:
        # In bursts, so that the ring is often full, and often empty.
        burst = min(alone, 1 + int(chance.random() * 1.5 * CAPACITY))
        alone -= burst
        if chance.random() < 0.5:
            _push(chance, burst, ring, words, answers)
        else:
            _pop(burst, ring, words, answers)
    _pop(len(ring), ring, words, answers)
    count, seed = operations - operations // 2, chance.getrandbits(62)
    if count:
        words.extend((TRANSFER, count, seed))
        answers.append(min(CAPACITY, count))
        answers.extend(signed(number ^ number * 31) for number in drawn(seed, count))
    return words, answers


def _push(
    chance: Random, burst: int, ring: deque[int], words: array[int], answers: array[int]
) -> None:
    for _ in range(burst):
        value = chance.getrandbits(62)
        words.extend((PUSH, value))
        answers.append(len(ring) < CAPACITY)
        if len(ring) < CAPACITY:
            ring.append(value)


def _pop(burst: int, ring: deque[int], words: array[int], answers: array[int]) -> None:
    for _ in range(burst):
        words.append(POP)
        answers.append(ring.popleft() if ring else EMPTY)


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """What the trace does, in the terms of the task."""
    yield f"SpscRing ring{{{next(words)}}}", ...
    for word in words:
        if word == PUSH:
            yield f"ring.try_push({next(words)})", TRUTH
        elif word == POP:
            yield "ring.try_pop(value)", {EMPTY: "false"}
        else:
            count = next(words)
            next(words)  # where the numbers come from
            accepted = (f"how many of {count:,} pushes the empty ring accepts", {})
            arrivals = ((f"what lies behind number {n:,} of them", {}) for n in range(count))
            text = f"{count:,} numbers pushed by one thread and popped by another"
            yield text, accepted, *arrivals


PAUSES = [
    (stopped, size, held, int(held > 0 if stopped == 0 else held < size))
    for stopped in (0, 1)
    for size in (1, CAPACITY)
    for held in sorted({0, 1, size - 1, size})
]
"""Last: whether the other call must be done, as there is something to pop, or room."""


def paused(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Likewise, of what paused/play.cpp reads: which call is stopped."""
    for stopped in words:
        call, other = ("try_push", "try_pop") if stopped == 0 else ("try_pop", "try_push")
        size, held, _ = next(words), next(words), next(words)
        yield (
            f"{other}() while {call}() is stopped, in a ring of {size} that holds {held},",
            {0: "waiting", 1: "done", 2: "refused"},
        )
