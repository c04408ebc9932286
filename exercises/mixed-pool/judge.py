"""Draws packets that come and go, and computes which buffer each of them gets."""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Generator, Iterator
from random import Random
from typing import Any

SHAPES = ((-1, 3, 1), (3, 9, 2), (9.5, 10.5, 6))
"""For a capacity, the least and the greatest exponent of two; and how often such a pool is used.
Capacities of all magnitudes from zero on occur, one of them too large for a table of 700. The more
buffers a pool has, the longer it takes until none is left."""

ALIKE = 2
"""Pools of each capacity: what they have in common shows."""

SURPLUS = 60
STORMY = 20_000
"""During the first STORMY operations, SURPLUS more packets may be in use than a pool has buffers,
so it must make some and discard some: to the end of the short trace. Later the pool suffices, so a
longer trace only allocates more packets, and nearly the same number for every chance."""

KEPT = 16
"""The first KEPT places take a packet each, at random times, and keep it to the end: the driver
sees if a pool hands it out again. Each of these is dropped again about once, like others, so that
neither this nor its absence means that nobody has it."""

SPARE = 300
"""Places for packets to come. Most of them still have a dropped packet, to be dropped again."""

LOOKS = 2
"""At this number of random times, and at the end of the storm, all discarded buffers must be gone.
It takes milliseconds to see."""

ELSEWHERE = 1_000_000
"""The first numbers of two pools' buffers are so far apart."""

RECEIVE, DROP, LOOK, NOTHING, WAITING, COLLECT = range(6)
AGAIN, STRANGER = 6, 7
"""Only used here: dropping a packet that isn't in use, or one of another pool."""

MOODS = (0.2, 0.5, 0.8)
"""Fractions of receives in receives and drops: few, so most buffers wait; half; or so many that
none is left."""

MOOD_LASTS = 300
"""And two operations more for each of a pool's buffers: it may take or return them all."""

RARE = {AGAIN: 0.04, LOOK: 0.04, STRANGER: 0.008, NOTHING: 0.004, WAITING: 0.008}
"""Fractions of all other operations, the same in every mood."""

NONE, UNMADE, USED = -1, -2, -3
BUFFERS = {
    NONE: "none",
    UNMADE: "of a buffer that no source made",
    USED: "of a packet that somebody has kept",
}

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many operations; driver/Main.java explains them."""
    shapes = [(int(2 ** chance.uniform(*one)), often) for *one, often in SHAPES] * ALIKE
    chance.shuffle(shapes)
    pools = [Pool(chance, most, n * ELSEWHERE) for n, (most, _) in enumerate(shapes)]
    words, answers = array("q"), array("q")
    buffers = dict[int, int]()  # place -> the buffer of the packet that is in use there
    empty, dropped = list[int](), list[int]()  # the latter are among the KEPT places
    fresh = itertools.count(KEPT)
    keeps = sorted(((int(chance.random() * operations), n) for n in range(KEPT)), reverse=True)
    end = min(operations, STORMY)
    looks = {end - 1, *(int(chance.random() * end) for _ in range(LOOKS))}
    turns = chance.choices(range(len(pools)), [often for _, often in shapes], k=operations)
    for number, which in enumerate(turns):
        pool, other = pools[which], pools[which - 1 - int(chance.random() * (len(pools) - 1))]
        kind = pool.next(pool.most + SURPLUS if number < STORMY else pool.most)
        if kind == RECEIVE:
            if len(empty) < SPARE:
                empty.append(next(fresh))
            place = keeps.pop()[1] if keeps and number >= keeps[-1][0] else pick(chance, empty)
            pool.taken.append(place)
            buffers[place] = pool.receive()
            words.extend((RECEIVE, which, place))
            answers.append(buffers[place])
        elif kind == DROP:
            place = pick(chance, pool.taken)
            (empty if place >= KEPT else dropped).append(place)
            pool.drop(buffers.pop(place))
            words.extend((DROP, which, place))
            answers.append(1)
        elif kind == AGAIN and empty:
            is_kept = dropped and chance.random() * operations * RARE[AGAIN] < KEPT
            words.extend((DROP, which, chance.choice(dropped if is_kept else empty)))
            answers.append(0)
        elif kind == STRANGER and other.taken:
            words.extend((DROP, which, chance.choice(other.taken)))
            answers.append(0)
        elif kind == LOOK:
            place = chance.choice([*range(KEPT), *empty, *pool.taken])
            words.extend((LOOK, which, place))
            answers.append(buffers.get(place, NONE))
        elif kind == NOTHING:
            words.extend((NOTHING, which))
            answers.append(0)
        else:
            words.extend((WAITING, which))
            answers.append(len(pool.waiting))
        if number in looks:
            waiting = sum(len(one.waiting) for one in pools)
            words.extend((COLLECT, which, len(buffers) + waiting))
            answers.append(1)
    head = [len(pools), *(pool.most for pool in pools), next(fresh), KEPT]
    return array("q", head) + words, answers


class Pool:
    """A pool's buffers, and the operations on it."""

    def __init__(self, chance: Random, most: int, first: int) -> None:
        self.most = most
        self.waiting = list(range(first, first + most))
        self.taken: list[int] = []
        """Places of its packets that are in use."""
        self._made = first + most
        self._kinds = kinds(chance, most)

    def next(self, most: int) -> int:
        """Return the next operation if at most `most` packets may be in use."""
        kind = next(self._kinds)
        if kind == RECEIVE and len(self.taken) >= most:
            return DROP if self.taken else WAITING
        if kind == DROP and not self.taken:
            return RECEIVE if most else WAITING
        return kind

    def receive(self) -> int:
        """Return the buffer's number."""
        if self.waiting:
            return self.waiting.pop()
        self._made += 1
        return self._made - 1

    def drop(self, buffer: int) -> None:
        if len(self.waiting) < self.most:
            self.waiting.append(buffer)


def pick(chance: Random, places: list[int]) -> int:
    """Remove a random place, and return it."""
    index = int(chance.random() * len(places))
    places[index], places[-1] = places[-1], places[index]
    return places.pop()


def kinds(chance: Random, most: int) -> Iterator[int]:
    """Yield the intended operations on a pool."""
    busy = 1 - sum(RARE.values())
    while True:
        receiving = chance.choice(MOODS)
        shares = (busy * receiving, busy * (1 - receiving), *RARE.values())
        yield from chance.choices((RECEIVE, DROP, *RARE), shares, k=MOOD_LASTS + 2 * most)


def calls(words: Iterator[int]) -> Generator[tuple[Any, ...], list[int], None]:
    """Translate the trace into the task's calls."""
    number = next(words)
    for which in range(number):
        text = f"pools[{which}] = new MixedPool({next(words)}, sources[{which}])"
        if which == number - 1:
            text += f"  // {next(words)} places; {next(words)} keep packets"
        yield text, ...
    for word in words:
        pool = f"pools[{next(words)}]"
        if word == NOTHING:
            yield f"{pool}.drop(null)", TRUTH
        elif word == WAITING:
            yield f"{pool}.waiting()", {}
        elif word == COLLECT:
            says = f"the collector leaves at most {next(words)} buffers of all pools"
            if (yield says, TRUTH) != [1]:
                raise LookupError("more buffers are in use")
        else:
            packet = f"p{next(words)}"
            if word == RECEIVE:
                yield f"{packet} = {pool}.receive()", (f"{packet}.buffer().number", BUFFERS)
            elif word == DROP:
                yield f"{pool}.drop({packet})", TRUTH
            else:
                yield f"{packet}.buffer().number", BUFFERS
