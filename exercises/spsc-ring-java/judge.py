"""Draws pushes and pops on rings, by one thread and then two, and computes a queue's answers."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import drawn, signed

SMALLEST, MIDDLE, LARGE = 1, tuple(1 << bits for bits in range(1, 9)), (512, 1024)
"""The rings' capacities: one of the large ones, which no small table has room for, then the
smallest and three of the others. The driver's transfers have room for them."""

ALIKE = 2
"""Rings of each capacity: what they have in common shows."""

TURNS = 4
"""How often a single thread comes to each capacity: within each quarter, so that an allocation by
rings of any capacity doesn't end with the first one, which counts as set-up."""

PUSH, POP, TRANSFER, STARVE, CHOKE = range(5)
EMPTY = -1
BITS = 63
"""Bits of the pushed numbers: none is negative, and nearly none in a cache of small ones."""

EXTREMES, SELDOM = (0, (1 << BITS) - 1), 0.01
"""Some of them are these, so that no number can mean that a slot is empty."""

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers; one thread makes half of the operations, two make the rest.

    driver/Main.java explains the words. A trace of any length has the same number of rings and
    threads, so they allocate the same. All rings are made first, within the first quarter.
    """
    capacities = [chance.choice(LARGE), SMALLEST, *chance.sample(MIDDLE, 3)]
    play = Play([capacity for capacity in capacities for _ in range(ALIKE)])
    share, firsts = operations // (2 * len(capacities)), range(0, len(play.capacities), ALIKE)
    if share:
        # First, because once a compiler has seen numbers come and go, it keeps paths for them in
        # the loops that wait, and reads the counts in each iteration.
        play.waits(chance, len(play.capacities) - 1)
        for first in (*firsts,) * TURNS:
            play.alone(chance, share // TURNS, first)
        for first in firsts:
            play.transfer(chance, share, first)
    return play.words, play.answers


class Play:
    """Questions to rings, and the answers of correct ones."""

    def __init__(self, capacities: list[int]) -> None:
        self.capacities = capacities
        self.words = array("q", [len(capacities), *capacities])
        self.answers = array("q")
        self._held = [deque[int]() for _ in capacities]
        """Contents of each ring."""

    def alone(self, chance: Random, operations: int, first: int) -> None:
        """Use rings of one capacity in one thread, in bursts, so that each is often full, and often
        empty."""
        ring = first
        while operations > 0:
            burst = min(operations, 1 + int(chance.random() * 1.5 * self.capacities[ring]))
            operations -= burst
            if chance.random() < 0.5:
                ring = first + int(chance.random() * ALIKE)
            pushes = chance.random() < 0.5
            for _ in range(burst):
                if pushes:
                    extreme = chance.random() < SELDOM
                    number = chance.choice(EXTREMES) if extreme else chance.getrandbits(BITS)
                    self._push(ring, number)
                else:
                    self._pop(ring)

    def transfer(self, chance: Random, count: int, ring: int) -> None:
        """Send numbers from one thread to the other, through the empty ring."""
        self._drain(ring)
        seed = chance.getrandbits(62)
        self.words.extend((TRANSFER, ring, count, seed))
        self.answers.append(min(self.capacities[ring], count))
        for number in drawn(seed, count):
            self.answers.extend((number, signed(number * 31)))

    def waits(self, chance: Random, ring: int) -> None:
        """Wait at the empty ring for a number, and at the full one for room."""
        self._drain(ring)
        number = chance.getrandbits(BITS)
        self.words.extend((STARVE, ring, number))
        self.answers.append(number)
        held = self._held[ring]
        while len(held) < self.capacities[ring]:
            self._push(ring, chance.getrandbits(BITS))
        number = chance.getrandbits(BITS)
        self.words.extend((CHOKE, ring, number))
        self.answers.append(held.popleft())
        held.append(number)
        self._drain(ring)

    def _push(self, ring: int, number: int) -> None:
        self.words.extend((PUSH, ring, number))
        accepted = len(self._held[ring]) < self.capacities[ring]
        self.answers.append(accepted)
        if accepted:
            self._held[ring].append(number)

    def _pop(self, ring: int) -> None:
        self.words.extend((POP, ring))
        self.answers.append(self._held[ring].popleft() if self._held[ring] else EMPTY)

    def _drain(self, ring: int) -> None:
        """Pop until the ring is empty, and once more."""
        for _ in range(len(self._held[ring]) + 1):
            self._pop(ring)


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    for number in range(next(words)):
        yield f"rings[{number}] = new SpscRing({next(words)})", ...
    for word in words:
        ring = f"rings[{next(words)}]"
        if word == PUSH:
            yield f"{ring}.tryPush({next(words)})", TRUTH
        elif word == POP:
            yield f"{ring}.tryPop()", {EMPTY: "EMPTY"}
        elif word == TRANSFER:
            count = next(words)
            next(words)  # the numbers' seed
            yield (
                f"{count:,} numbers pushed into {ring} by one thread and popped by another",
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
            yield f"{ring}.tryPop() until another thread has pushed {next(words)}", {}
        else:
            yield f"{ring}.tryPush({next(words)}) until another thread has popped", {}
