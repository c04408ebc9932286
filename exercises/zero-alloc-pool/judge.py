"""Draws takes and releases on pools of packets, and computes what stacks answer."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random
from typing import Any

TAKE, RELEASE, COPY, MARK, PUT = range(5)
NOTHING = -1
STRANGERS = 3

EXPONENTS = ((0, 3), (4, 9), (10.1, 11))
"""Ranges of exponents of two, of pools' sizes: those of all magnitudes occur, one of them too large
for a table of 1,000."""

ALIKE = 2
"""Pools of each size: what they have in common shows."""

TURNS = (4, 8, 16, 1)
"""Weights of their turns. The last ones have no packets."""

MOODS = (0.4, 1, 2.5)
"""Takes per release: few, so most releases are double releases; as many; or so many that the pool
is empty most of the time."""

MOOD_LASTS = 200

OTHERS, STRANGER, NULL = -1, -2, -3
"""Releases of any pool's packet, of a stranger, and of null."""

HALF = 1 << 31
TRUTH = {0: "false", 1: "true"}


def sizes(chance: Random) -> list[int]:
    """Draw the pools' sizes. The larger ones are odd, not powers of two: so masking instead of
    comparing shows."""
    tiny, *larger = (int(2 ** chance.uniform(*one)) for one in EXPONENTS)
    return [tiny, *(one | 1 for one in larger), 0] * ALIKE


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/Main.java explains them."""
    packets = sizes(chance)
    words, answers = array("q", [len(packets), *packets, STRANGERS]), array("q")
    pools, first = list[list[int]](), [0]
    for count in packets:
        pools.append(list(range(first[-1], first[-1] + count)))
        first.append(first[-1] + count)
    out = bytearray(first[-1] + STRANGERS)
    for which, kind in kinds(chance, operations):
        begin, count = first[which], packets[which]
        if kind == TAKE:
            number = pools[which].pop() if pools[which] else NOTHING
            words.extend((TAKE, which))
            answers.append(number)
            if number != NOTHING:
                out[number] = 1
            continue
        if kind == PUT:
            if count:
                number = int(chance.random() * (len(out) + 1)) + NOTHING
                words.extend((PUT, which, int(chance.random() * count), number))
                answers.append(1)
            continue
        number = NOTHING
        if kind == RELEASE and count:
            number = begin + int(chance.random() * count)
        elif kind in (RELEASE, OTHERS):
            number = int(chance.random() * first[-1])
        elif kind == STRANGER:
            number = first[-1] + int(chance.random() * STRANGERS)
            words.extend(marked(chance, number, begin, count))
        good = begin <= number < begin + count and out[number]
        words.extend((RELEASE, which, number))
        answers.append(good)
        if good:
            out[number] = 0
            pools[which].append(number)
    return words, answers


def marked(chance: Random, stranger: int, begin: int, count: int) -> tuple[int, ...]:
    """Give a stranger a mark: mostly that of a packet of the pool to which it goes."""
    if count and chance.random() < 0.8:
        return COPY, stranger, begin + int(chance.random() * count)
    near = int(chance.random() * 2 * (count + 2)) - count - 2
    return MARK, stranger, chance.choice((near, HALF - 1, -HALF, chance.getrandbits(32) - HALF))


def kinds(chance: Random, operations: int) -> list[tuple[int, int]]:
    """Draw a pool and a kind for each operation; a pool keeps its mood for a while."""
    found: list[tuple[int, int]] = []
    known = TAKE, RELEASE, OTHERS, STRANGER, NULL, PUT
    while len(found) < operations:
        (which,) = chance.choices(range(len(TURNS) * ALIKE), TURNS * ALIKE)
        shares = chance.choice(MOODS), 1, 0.04, 0.04, 0.01, 0.01
        found += [(which, kind) for kind in chance.choices(known, shares, k=MOOD_LASTS)]
    return found[:operations]


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    pools, end = next(words), 0
    for which in range(pools):
        begin, end = end, end + next(words)
        if which == pools - 1:
            next(words)  # how many strangers there are
        of = f"{end - begin} packets, p{begin} to p{end - 1}" if end > begin else "no packets"
        yield f"pools[{which}] = new LifoPool(packets), of {of}", ...

    def name(number: int) -> str:
        if number == NOTHING:
            return "null"
        return f"p{number}" if number < end else f"strangers[{number - end}]"

    def taken(number: int) -> str:
        return name(number) if NOTHING <= number < end else "no packet of this pool"

    for word in words:
        which = next(words)
        pool = f"pools[{which}]"
        if word == TAKE:
            yield f"{pool}.take()", taken
        elif word == RELEASE:
            yield f"{pool}.release({name(next(words))})", TRUTH
        elif word == COPY:
            yield (f"{name(which)}.mark = {name(next(words))}.mark",)
        elif word == MARK:
            yield (f"{name(which)}.mark = {next(words)}",)
        else:
            place = next(words)
            yield (
                f"place {place} of the array that {pool} was made of gets {name(next(words))}",
                (f"that {pool} has left the array as it was", TRUTH),
            )
