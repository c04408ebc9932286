"""Draws pushes and pops on rings, by one thread and then two, and computes a queue's answers."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import drawn, signed

LARGE, SMALL = (512, 1024), (1, 4, 16)
"""The rings' capacities: one of the large ones, which no small table has room for, then all of the
small ones. The driver's transfers have room for them."""

RINGS, PUSH, POP, TRANSFER, STARVE, CHOKE, OTHER = range(7)
EMPTY = -1
BITS = 63
"""Bits of the pushed numbers: none is negative, and nearly none in a cache of small ones."""

EXTREMES, SELDOM = (0, (1 << BITS) - 1), 0.01
"""Some of them are these, so that no number can mean that a slot is empty."""

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers; one thread makes half of the operations, two make the rest.

    driver/Main.java explains the words. A trace of any length has the same number of rings and
    threads, so they allocate the same.
    """
    play = Play()
    capacities = [chance.choice(LARGE), *SMALL]
    share = operations // (2 * len(capacities))
    if share:
        # First, because once a compiler has seen numbers come and go, it keeps paths for them in
        # the loops that wait, and reads the counts in each iteration.
        play.rings(capacities[-1], capacities[0])
        play.waits(chance)
        for capacity, other in zip(capacities, reversed(capacities), strict=True):
            play.rings(capacity, other)
            play.alone(chance, share)
            play.transfer(chance, share)
    return play.words, play.answers


class Play:
    """Questions to two rings, and the answers of correct ones."""

    def __init__(self) -> None:
        self.words = array("q")
        self.answers = array("q")
        self._capacity = self._others_capacity = 0
        self._held: deque[int] = deque()
        self._others: deque[int] = deque()
        """Contents of the ring that isn't in use."""

    def rings(self, capacity: int, other: int) -> None:
        """Make new rings, and use the first."""
        self.words.extend((RINGS, capacity, other))
        self._capacity, self._others_capacity = capacity, other
        self._held.clear()
        self._others.clear()

    def _other(self) -> None:
        self.words.append(OTHER)
        self._capacity, self._others_capacity = self._others_capacity, self._capacity
        self._held, self._others = self._others, self._held

    def alone(self, chance: Random, operations: int) -> None:
        """Use one thread, in bursts, so that a ring is often full, and often empty."""
        uses = 0
        while operations > 0:
            burst = min(operations, 1 + int(chance.random() * 1.5 * self._capacity))
            operations -= burst
            if chance.random() < 0.5:
                self._other()
                uses ^= 1
            pushes = chance.random() < 0.5
            for _ in range(burst):
                if pushes:
                    extreme = chance.random() < SELDOM
                    self._push(chance.choice(EXTREMES) if extreme else chance.getrandbits(BITS))
                else:
                    self._pop()
        if uses:
            self._other()

    def transfer(self, chance: Random, count: int) -> None:
        """Send numbers from one thread to the other, through the empty ring."""
        self._drain()
        seed = chance.getrandbits(62)
        self.words.extend((TRANSFER, count, seed))
        self.answers.append(min(self._capacity, count))
        for number in drawn(seed, count):
            self.answers.extend((number, signed(number * 31)))

    def waits(self, chance: Random) -> None:
        """Wait at the empty ring for a number, and at the full one for room."""
        self._drain()
        number = chance.getrandbits(BITS)
        self.words.extend((STARVE, number))
        self.answers.append(number)
        while len(self._held) < self._capacity:
            self._push(chance.getrandbits(BITS))
        number = chance.getrandbits(BITS)
        self.words.extend((CHOKE, number))
        self.answers.append(self._held.popleft())
        self._held.append(number)
        self._drain()

    def _push(self, number: int) -> None:
        self.words.extend((PUSH, number))
        accepted = len(self._held) < self._capacity
        self.answers.append(accepted)
        if accepted:
            self._held.append(number)

    def _pop(self) -> None:
        self.words.append(POP)
        self.answers.append(self._held.popleft() if self._held else EMPTY)

    def _drain(self) -> None:
        """Pop until the ring is empty, and once more."""
        for _ in range(len(self._held) + 1):
            self._pop()


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    rings = False
    for word in words:
        if word != RINGS and not rings:
            raise LookupError("no ring")
        if word == RINGS:
            rings = True
            yield (f"ring = new SpscRing({next(words)})",)
            yield (f"other = new SpscRing({next(words)})",)
        elif word == OTHER:
            yield ("ring and other are exchanged",)
        elif word == PUSH:
            yield f"ring.tryPush({next(words)})", TRUTH
        elif word == POP:
            yield "ring.tryPop()", {EMPTY: "EMPTY"}
        elif word == TRANSFER:
            count = next(words)
            next(words)  # the numbers' seed
            yield (
                f"{count:,} numbers pushed by one thread and popped by another",
                (f"how many of {count:,} pushes the empty ring accepts", {}),
                *(
                    one
                    for n in range(count)
                    for one in (
                        (f"number {n:,} that is popped", {EMPTY: "none"}),
                        (f"the value that number {n:,} stands for", {}),
                    )
                ),
            )
        elif word == STARVE:
            yield f"tryPop() until another thread has pushed {next(words)}", {}
        else:
            yield f"tryPush({next(words)}) until another thread has popped", {}
