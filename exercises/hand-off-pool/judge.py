"""Draws packets that one or two threads acquire and give back, and computes their contents."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import drawn, signed

OPEN, ACQUIRE, GIVE_BACK, PASS = 0, 1, 2, 3
SMALL, LARGE = range(2, 9), range(513, 1_500)
"""Sizes of pools. At first, a pool of one packet is used along with a small one, then a small one
along with a large one, which has more packets than the sink holds back or a small table has room
for; the number isn't a power of two. Of each pair, a single thread uses both, then two threads one
after the other."""

SHORT = 80
"""Most operations on the first two pools."""

FEW = 1 / 32
"""Fraction of all operations that two threads make on each of the small pools."""

MOODS = (0.7, 0.5, 0.3)
"""Fractions of acquisitions, so that all packets are out, or some, or none."""

MOOD_LASTS = 160

WORDS = 8
FACTOR = 31
OF_FIRST = sum(FACTOR**n for n in range(WORDS))
OF_STEPS = sum(n * FACTOR ** (WORDS - 1 - n) for n in range(WORDS))

TRUTH = {0: "false", 1: "true"}


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers; one thread makes half of the operations, two make the rest.

    driver/play.cpp explains the words.
    """
    words, answers = array("q"), array("q")
    alone = operations // 2
    short, few = min(SHORT, alone), int(operations * FEW)
    first = [(1, few), (chance.choice(SMALL), few)]
    second = [(chance.choice(SMALL), few), (chance.choice(LARGE), operations - alone - 3 * few)]
    for pair, steps in ((first, short), (second, alone - short)):
        chance.shuffle(pair)
        out = live(chance, [size for size, _ in pair], steps, words, answers)
        for pool, (size, passed) in enumerate(pair):
            for number, filled_from in out.items():
                if number % 2 == pool:
                    words.extend((GIVE_BACK, number))
                    answers.append(found(filled_from))
            if passed:
                seed = chance.getrandbits(62)
                words.extend((PASS, pool, passed, seed))
                answers.extend((min(size, passed), 1, size))
                answers.extend(found(number) for number in drawn(seed, passed))
    return words, answers


def live(
    chance: Random,
    packets: list[int],
    operations: int,
    words: array[int],
    answers: array[int],
) -> dict[int, int]:
    """Use two pools in one thread. Return the packets that are out: number -> value filled from.
    Even numbers belong to the first pool, odd ones to the second."""
    words.extend((OPEN, *packets))
    out: dict[int, int] = {}
    used: tuple[list[int], list[int]] = ([], [])
    # For each pool, one number more than it has packets, so that some requests fail.
    idle = [list(range(pool, 2 * packets[pool] + 2, 2)) for pool in (0, 1)]
    acquisitions = 0.0
    for step in range(operations):
        if step % MOOD_LASTS == 0:
            acquisitions = chance.choice(MOODS)
        pool = int(chance.random() * 2)
        mine = used[pool]
        if not mine or chance.random() < acquisitions:
            number, filled_from = idle[pool][-1], chance.getrandbits(62)
            words.extend((ACQUIRE, number, filled_from))
            answers.append(len(mine) < packets[pool])
            if answers[-1]:
                mine.append(idle[pool].pop())
                out[number] = filled_from
        else:
            # A random one, so packets come back in another order.
            place = int(chance.random() * len(mine))
            mine[place], mine[-1] = mine[-1], mine[place]
            number = mine.pop()
            words.extend((GIVE_BACK, number))
            answers.append(found(out.pop(number)))
            idle[pool].append(number)
    return out


def found(filled_from: int) -> int:
    """Return the driver's digest of a packet that it has filled, a signed word."""
    return signed(filled_from * OF_FIRST + OF_STEPS)


def calls(words: Iterator[int]) -> Generator[tuple[Any, ...], list[int], None]:
    """Translate the trace into the task's calls."""
    out: set[int] | None = None
    for word in words:
        if word == OPEN:
            out = set()
            yield (f"HandOffPool pool0{{{next(words)}}}, pool1{{{next(words)}}}",)
            continue
        if out is None:
            raise LookupError("no pool")
        number = next(words)
        pool = f"pool{number % 2}"
        if word == ACQUIRE:
            if number in out:
                raise LookupError(f"p{number} is out")
            next(words)  # the value to fill it from
            if (yield f"p{number} = {pool}.acquire()", {0: "null", 1: "a packet"}) == [1]:
                out.add(number)
        elif word == GIVE_BACK:
            out.remove(number)
            yield f"{pool}.give_back(p{number})", (f"what p{number} held until then", None)
        else:
            count = next(words)
            next(words)  # the seed of the values to fill them from
            text = f"{count:,} packets of {pool} go from one thread to another"
            first = ("how many packets there are before the first comes back", None)
            few = (f"that {pool} keeps to its packets, and each thread's own pool works,", TRUTH)
            rest = ("how many packets there are in the end", None)
            found_in = (f"what the sink finds in packet {n:,} of them" for n in range(count))
            yield text, first, few, rest, *((one, None) for one in found_in)
