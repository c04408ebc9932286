"""Draws pushes and pops on rings, by one thread and by two, and computes a queue's answers."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import drawn, signed, unsigned

SMALL, LARGE = [1 << n for n in range(1, 11)], [1 << 11, 1 << 12]
"""A trace uses one capacity of each, and 1. This exposes rings with a wrong capacity, with a static
table, or with shared state."""

PUSH, POP, TRANSFER = 0, 1, 2
EMPTY = -0x5F029C1E6B3AD847
"""An arbitrary number, since none is special to a ring."""

EXTREMES = [0, signed(1 << 63), signed((1 << 64) - 1)]
SELDOM = 0.01
"""Fraction of extremes in the pushed numbers."""

TRUTH = {0: "false", 1: "true"}


def sizes(chance: Random) -> list[int]:
    """Draw the capacities of three rings."""
    return [1, chance.choice(SMALL), chance.choice(LARGE)]


class Ring:
    """A ring's expected contents."""

    def __init__(self, number: int, capacity: int) -> None:
        self.number = number
        self.capacity = capacity
        self.held: deque[int] = deque()

    def push(self, value: int) -> bool:
        """Push a number; return whether there was room."""
        room = len(self.held) < self.capacity
        if room:
            self.held.append(value)
        return room

    def pop(self) -> int:
        """Pop the oldest number."""
        return self.held.popleft() if self.held else EMPTY


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers. For each ring in turn, one thread uses all rings; then two threads
    use that ring for as many operations, while the others keep their contents.

    driver/play.cpp explains the words.
    """
    capacities = sizes(chance)
    chance.shuffle(capacities)
    rings = [Ring(*one) for one in enumerate(capacities)]
    words, answers = array("q", [len(rings), *capacities]), array("q")
    for ring, count in zip(
        chance.sample(rings, len(rings)), parts(chance, operations), strict=True
    ):
        _alone(chance, count // 2, rings, words, answers)
        _pop(len(ring.held), ring, words, answers)
        _transfer(chance, count - count // 2, ring, words, answers)
    for ring in rings:
        _pop(len(ring.held), ring, words, answers)
    return words, answers


def parts(chance: Random, operations: int) -> list[int]:
    """Split operations into three parts of unpredictable lengths, none less than a fifth."""
    weights = [1 + chance.random() for _ in range(2)]
    share = operations / (sum(weights) + 1 + chance.random())
    first, second = (int(weight * share) for weight in weights)
    return [first, second, operations - first - second]


def _alone(
    chance: Random, operations: int, rings: list[Ring], words: array[int], answers: array[int]
) -> None:
    """Push and pop in bursts, so that each ring is often full, and often empty."""
    most = operations // 4
    while operations > 0:
        ring = chance.choice(rings)
        burst = min(operations, 1 + int(chance.random() * 1.5 * min(ring.capacity, most)))
        operations -= burst
        if chance.random() < 0.5:
            _push(chance, burst, ring, words, answers)
        else:
            _pop(burst, ring, words, answers)


def _push(chance: Random, burst: int, ring: Ring, words: array[int], answers: array[int]) -> None:
    for _ in range(burst):
        value = chance.choice(EXTREMES) if chance.random() < SELDOM else chance.getrandbits(63)
        words.extend((PUSH, ring.number, value))
        answers.append(ring.push(value))


def _pop(burst: int, ring: Ring, words: array[int], answers: array[int]) -> None:
    for _ in range(burst):
        words.extend((POP, ring.number))
        answers.append(ring.pop())


def _transfer(
    chance: Random, count: int, ring: Ring, words: array[int], answers: array[int]
) -> None:
    if count:
        seed = chance.getrandbits(62)
        words.extend((TRANSFER, ring.number, count, seed))
        answers.append(min(ring.capacity, count))
        answers.extend(signed(number ^ number * 31) for number in drawn(seed, count))
        answers.append(True)


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    for number in range(next(words)):
        yield f"SpscRing ring{number}{{{next(words)}}}", ...
    for word in words:
        ring = f"ring{next(words)}"
        if word == PUSH:
            yield f"{ring}.try_push({unsigned(next(words))})", TRUTH
        elif word == POP:
            yield f"{ring}.try_pop(value)", popped
        else:
            count = next(words)
            next(words)  # the numbers' seed
            accepted = (f"how many of {count:,} pushes the empty {ring} accepts", {})
            arrivals = ((f"what was written before push {n:,}", {}) for n in range(count))
            text = f"{count:,} numbers pushed into {ring} by one thread and popped by another"
            own = ("whether each thread's own ring keeps a number meanwhile", TRUTH)
            yield text, accepted, *arrivals, own


def popped(answer: int) -> str:
    """Return what a pop shows."""
    return "false" if answer == EMPTY else unsigned(answer)
