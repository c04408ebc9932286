"""Draws packets that come and go, and computes which buffer each of them gets."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from random import Random
from typing import Any

FEW, MANY = range(8), range(513, 640)
"""Capacities of the two pools, in random order: zero is allowed, and the large one is too large for
a table of 512."""

SURPLUS = 60
STORMY = 8_000
"""During the first STORMY operations, SURPLUS more packets may be in use than a pool has buffers,
so it must make some and discard some. Later the pool suffices, so a longer trace only allocates
more packets, and nearly the same number for every chance."""

KEPT = 16
"""The first KEPT places take a packet each, at random times, and keep it to the end: the driver
sees if a pool hands it out again."""

COLLECTS = (STORMY // 2, STORMY - 1)
"""Operations after which all discarded buffers must be gone. Checking takes milliseconds."""

ELSEWHERE = 1_000_000
"""The first number of the second pool's buffers: far from the first pool's."""

RECEIVE, DROP, LOOK, NOTHING, WAITING, COLLECT = range(6)
AGAIN, STRANGER = 6, 7
"""Only used here: dropping a packet that isn't in use, or one of the other pool."""

MOODS = (0.2, 0.5, 0.8)
"""Fractions of receives in receives and drops: few, so most buffers wait; half; or so many that
none is left."""

MOOD_LASTS = 300
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
    keep = [chance.choice(FEW), chance.choice(MANY)]
    chance.shuffle(keep)
    places = sum(keep) + len(keep) * SURPLUS + KEPT
    words, answers = array("q", [*keep, places, KEPT]), array("q")
    pools = [Pool(chance, *one) for one in zip(keep, (0, ELSEWHERE), strict=True)]
    buffers = dict[int, int]()  # place -> the buffer of the packet that is in use there
    empty, kept = list(range(KEPT, places)), 0
    keeps_at = [*sorted(int(chance.random() * operations) for _ in range(KEPT)), operations]
    for number in range(operations):
        which = int(chance.random() * len(pools))
        pool, other = pools[which], pools[1 - which]
        kind = pool.next(pool.most + SURPLUS if number < STORMY else pool.most)
        if kind == RECEIVE:
            keeps = number >= keeps_at[kept]
            place = kept if keeps else pick(chance, empty)
            kept += keeps
            pool.taken.append(place)
            buffers[place] = pool.receive()
            words.extend((RECEIVE, which, place))
            answers.append(buffers[place])
        elif kind == DROP:
            place = pick(chance, pool.taken)
            if place >= KEPT:
                empty.append(place)
            pool.drop(buffers.pop(place))
            words.extend((DROP, which, place))
            answers.append(1)
        elif kind == AGAIN and empty:
            words.extend((DROP, which, chance.choice(empty)))
            answers.append(0)
        elif kind == STRANGER and other.taken:
            words.extend((DROP, which, chance.choice(other.taken)))
            answers.append(0)
        elif kind == LOOK:
            place = chance.randrange(places)
            words.extend((LOOK, which, place))
            answers.append(buffers.get(place, NONE))
        elif kind == NOTHING:
            words.extend((NOTHING, which))
            answers.append(0)
        else:
            words.extend((WAITING, which))
            answers.append(len(pool.waiting))
        if number in COLLECTS:
            waiting = sum(len(one.waiting) for one in pools)
            words.extend((COLLECT, which, len(buffers) + waiting))
            answers.append(1)
    return words, answers


class Pool:
    """A pool's buffers, and the operations on it."""

    def __init__(self, chance: Random, most: int, first: int) -> None:
        self.most = most
        self.waiting = list(range(first, first + most))
        self.taken: list[int] = []
        """Places of its packets that are in use."""
        self._made = first + most
        self._kinds = kinds(chance)

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


def kinds(chance: Random) -> Iterator[int]:
    """Yield the intended operations on a pool."""
    busy = 1 - sum(RARE.values())
    while True:
        receiving = chance.choice(MOODS)
        shares = (busy * receiving, busy * (1 - receiving), *RARE.values())
        yield from chance.choices((RECEIVE, DROP, *RARE), shares, k=MOOD_LASTS)


def calls(words: Iterator[int]) -> Generator[tuple[Any, ...], list[int], None]:
    """Translate the trace into the task's calls."""
    yield f"pool0 = new MixedPool({next(words)}, source0)", ...
    most, places, kept = next(words), next(words), next(words)
    yield f"pool1 = new MixedPool({most}, source1)  // {places} places; {kept} keep packets", ...
    for word in words:
        pool = f"pool{next(words)}"
        if word == NOTHING:
            yield f"{pool}.drop(null)", TRUTH
        elif word == WAITING:
            yield f"{pool}.waiting()", {}
        elif word == COLLECT:
            says = f"the collector leaves at most {next(words)} buffers of both pools"
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
