"""Takes and releases on a pool of packets, and what a stack answers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random
from typing import Any

PACKETS = 48
"""Not a power of two: a pool that masks instead of comparing is found out."""

TAKE, STRANGER, NOTHING = -1, -2, -3

MOODS = (0.2, 1, 4)
"""How many takes there are for each release: few, so that most releases are a second one; as many;
or so many that the pool is empty most of the time."""

MOOD_LASTS = 200

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Words and answers of so many operations; see driver/Main.java for their meaning."""
    words, answers = array("q", [PACKETS]), array("q")
    free, out = list(range(PACKETS)), bytearray(PACKETS)
    for kind in kinds(chance, operations):
        if kind == TAKE:
            words.append(TAKE)
            answers.append(free.pop() if free else -1)
            if answers[-1] >= 0:
                out[answers[-1]] = 1
        elif kind in (STRANGER, NOTHING):
            words.append(kind)
            answers.append(0)
        else:
            number = int(chance.random() * PACKETS)
            words.append(number)
            answers.append(out[number])
            if out[number]:
                out[number] = 0
                free.append(number)
    return words, answers


def kinds(chance: Random, operations: int) -> list[int]:
    """What each operation is; a number that is not negative stands for a release."""
    found: list[int] = []
    while len(found) < operations:
        shares = (chance.choice(MOODS), 1, 0.02, 0.01)
        found += chance.choices((TAKE, 0, STRANGER, NOTHING), shares, k=MOOD_LASTS)
    return found[:operations]


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """What the trace does, in the terms of the task."""
    yield f"pool = new LifoPool(packets), of {next(words)} packets", ...
    for word in words:
        if word == TAKE:
            yield "pool.take()", packet
        else:
            what = {STRANGER: "a packet of another pool", NOTHING: "null"}
            yield f"pool.release({what.get(word, packet(word))})", TRUTH


def packet(number: int) -> str:
    return "null" if number == -1 else f"packets[{number}]" if number >= 0 else "no such packet"
