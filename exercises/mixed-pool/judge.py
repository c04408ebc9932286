"""Packets that come and go, and the buffer that each of them gets."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random
from typing import Any

MOST = 40
"""Buffers that the pool keeps. Not a power of two: a pool that masks instead of comparing is found
out."""

PLACES = 100
STORMY = 8_000
"""In so many operations all places may be taken, far more than the pool has buffers: it has to make
some, and to leave some behind. Later the pool suffices, so that what a long trace allocates more
than a short one is packets, and nearly as many of them for every chance."""

RECEIVE, DROP, LOOK, NOTHING, STRANGER, WAITING = range(6)
AGAIN = 6
"""Ours alone: to drop what is not in use."""

MOODS = (0.2, 0.5, 0.8)
"""How many receive, of those that receive or drop: few, and most of the pool waits; as many; or so
many that there is nothing left."""

MOOD_LASTS = 300
RARE = {AGAIN: 0.04, LOOK: 0.04, STRANGER: 0.008, NOTHING: 0.004, WAITING: 0.008}
"""The shares of all else, which are the same in every mood."""

NONE = -1

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Words and answers of so many operations; see driver/Main.java for their meaning."""
    words, answers = array("q", [MOST, PLACES]), array("q")
    waiting, made = list(range(MOST)), MOST
    buffers = dict[int, int]()  # place -> the buffer of the packet that is in use there
    taken, empty = list[int](), list(range(PLACES))
    for number, meant in enumerate(kinds(chance, operations)):
        kind = possible(meant, len(taken), PLACES if number < STORMY else MOST)
        if kind == RECEIVE:
            place = pick(chance, empty)
            taken.append(place)
            if not waiting:
                waiting.append(made)
                made += 1
            buffers[place] = waiting.pop()
            words.extend((RECEIVE, place))
            answers.append(buffers[place])
        elif kind == DROP:
            place = pick(chance, taken)
            empty.append(place)
            waiting = [*waiting, buffers.pop(place)][:MOST]
            words.extend((DROP, place))
            answers.append(1)
        elif kind == AGAIN and empty:
            words.extend((DROP, chance.choice(empty)))
            answers.append(0)
        elif kind == LOOK:
            place = int(chance.random() * PLACES)
            words.extend((LOOK, place))
            answers.append(buffers.get(place, NONE))
        elif kind in (NOTHING, STRANGER):
            words.append(kind)
            answers.append(0)
        else:
            words.append(WAITING)
            answers.append(len(waiting))
    return words, answers


def possible(kind: int, taken: int, most: int) -> int:
    """What becomes of an operation when so many packets are in use, of so many that may be."""
    if kind == RECEIVE and taken >= most:
        return DROP
    if kind == DROP and not taken:
        return RECEIVE
    return kind


def pick(chance: Random, places: list[int]) -> int:
    """One of them, which is taken out."""
    index = int(chance.random() * len(places))
    places[index], places[-1] = places[-1], places[index]
    return places.pop()


def kinds(chance: Random, operations: int) -> list[int]:
    """What each operation is meant to be."""
    found: list[int] = []
    busy = 1 - sum(RARE.values())
    while len(found) < operations:
        receiving = chance.choice(MOODS)
        shares = (busy * receiving, busy * (1 - receiving), *RARE.values())
        found += chance.choices((RECEIVE, DROP, *RARE), shares, k=MOOD_LASTS)
    return found[:operations]


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """What the trace does, in the terms of the task."""
    yield f"pool = new MixedPool({next(words)}, source)  // {next(words)} places for packets", ...
    rare = {NOTHING: "pool.drop(null)", STRANGER: "pool.drop(a packet of another pool)"}
    for word in words:
        if word in rare:
            yield rare[word], TRUTH
        elif word == WAITING:
            yield "pool.waiting()", {}
        else:
            packet = f"p{next(words)}"
            if word == RECEIVE:
                yield f"{packet} = pool.receive()", (f"{packet}.buffer().number", {NONE: "none"})
            elif word == DROP:
                yield f"pool.drop({packet})", TRUTH
            else:
                yield f"{packet}.buffer().number", {NONE: "none"}
