"""Draws pushes and pops on rings, by one thread and by two, and computes a queue's answers."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import drawn, signed, unsigned

SMALL, LARGE = [1 << n for n in range(1, 11)], [1 << 11, 1 << 12]
"""Two threads use one capacity of each, and 1. This exposes rings with a wrong capacity, with a
static table, or with shared state."""

OTHERS, TINY = range(1, 4), SMALL[:8]
"""How many more rings only one thread uses, and the capacities of these and of rings that replace
others: memory needn't grow late, even if each number takes a cache line."""

OPEN, PUSH, POP, TRANSFER = 0, 1, 2, 3
EXTREMES = [0, signed(1 << 63), signed((1 << 64) - 1)]
SELDOM = 0.01
"""Fraction of extremes in the pushed numbers."""

TRUTH = {0: "false", 1: "true"}


class Ring:
    """A ring's expected contents."""

    def __init__(self, number: int, empty: int) -> None:
        self.number = number
        self.empty = empty
        self.capacity = 0
        self.held: deque[int] = deque()

    def open(self, capacity: int, words: array[int]) -> None:
        """Replace the ring by an empty one."""
        self.capacity = capacity
        self.held.clear()
        words.extend((OPEN, self.number, capacity))

    def push(self, value: int) -> bool:
        """Push a number; return whether there was room."""
        room = len(self.held) < self.capacity
        if room:
            self.held.append(value)
        return room

    def pop(self) -> int:
        """Pop the oldest number; return what stands for none if there is none."""
        return self.held.popleft() if self.held else self.empty


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers. For each of three rings in turn, one thread uses all rings; then
    two threads use that ring for as many operations, while the others keep their contents. Each
    time, a ring is replaced first, and nobody knows how many there will be.

    driver/play.cpp explains the words.
    """
    # No pushed number: a ring that knew it could pop it when it's empty.
    empty = -2 - chance.getrandbits(62)
    words, answers = array("q", [empty]), array("q")
    sizes = [1, chance.choice(SMALL), chance.choice(LARGE)]
    sizes.extend(chance.choice(TINY) for _ in range(chance.choice(OTHERS)))
    rings = [Ring(number, empty) for number in range(len(sizes))]
    chance.shuffle(rings)
    for ring, capacity in zip(rings, sizes, strict=True):
        ring.open(capacity, words)
    shared, replaced = rings[:3], rings[3:]
    chance.shuffle(shared)
    for ring, count in zip(shared, parts(chance, operations), strict=True):
        chance.choice(replaced).open(chance.choice(TINY), words)
        _alone(chance, count // 2, rings, words, answers)
        _pop(len(ring.held), ring, words, answers)
        _transfer(chance, count - count // 2, ring, words, answers)
        replaced.append(ring)
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
    empty = next(words)
    yield f"the answer of an empty ring = {empty}", ...

    def popped(answer: int) -> str:
        return "false" if answer == empty else unsigned(answer)

    opened = set[int]()
    for word in words:
        number = next(words)
        ring = f"ring{number}"
        if word == OPEN:
            opened.add(number)
            yield (f"SpscRing {ring}{{{next(words)}}}",)
        elif number not in opened:
            raise LookupError("no ring")
        elif word == PUSH:
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
