"""Packets that are acquired and given back, by one thread and by two, and what is in them."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterator
from random import Random
from typing import Any

from course.grading.checks.judge import drawn, signed

OPEN, ACQUIRE, GIVE_BACK, PASS = 0, 1, 2, 3
SMALL, LAST = range(2, 9), range(17, 32)
"""How many packets two pools have, beside one of 1 and before the last one, which goes on with two
threads: it holds more than the sink keeps, and no power of two."""

SMALL_LIVES = 40
"""Operations, at most, for which each pool but the last one lives."""

MOODS = (0.7, 0.5, 0.3)
"""Share of acquisitions: all packets are out, or some are, or none is."""

MOOD_LASTS = 80

MORE_TURNS = 200_000
"""A call is stopped after so many turns or up to twice as many, so that a pool can't begin to wait
later. No trace acquires as many packets of one pool."""

WORDS = 8
FACTOR = 31
OF_FIRST = sum(FACTOR**n for n in range(WORDS))
OF_STEPS = sum(n * FACTOR ** (WORDS - 1 - n) for n in range(WORDS))


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Words and answers: half of the operations by one thread, half of them by two.

    driver/play.cpp says what the words mean.
    """
    words, answers = array("q"), array("q")
    alone = operations // 2
    small = [1, *chance.sample(SMALL, 2)]
    chance.shuffle(small)
    last = chance.choice(LAST)
    for packets in small:
        lasts = min(SMALL_LIVES, alone)
        alone -= lasts
        live(chance, packets, lasts, words, answers)
    out = live(chance, last, alone, words, answers)
    for number, filled_from in out.items():
        words.extend((GIVE_BACK, number))
        answers.append(found(filled_from))
    passed, seed = operations - operations // 2, chance.getrandbits(62)
    if passed:
        words.extend((PASS, passed, seed))
        answers.extend((min(last, passed), 1))
        answers.extend(found(number) for number in drawn(seed, passed))
    return words, answers


def live(
    chance: Random, packets: int, operations: int, words: array[int], answers: array[int]
) -> dict[int, int]:
    """One pool and one thread. Returns which packets are out: number -> what it is filled from."""
    words.extend((OPEN, packets))
    out: dict[int, int] = {}
    used: list[int] = []
    idle = list(range(packets + 1))  # one more than there are packets, to ask for
    acquisitions = 0.0
    for step in range(operations):
        if step % MOOD_LASTS == 0:
            acquisitions = chance.choice(MOODS)
        if not used or chance.random() < acquisitions:
            number, filled_from = idle[-1], chance.getrandbits(62)
            words.extend((ACQUIRE, number, filled_from))
            answers.append(len(used) < packets)
            if answers[-1]:
                used.append(idle.pop())
                out[number] = filled_from
        else:
            # Any of them, so that packets come back in another order.
            place = int(chance.random() * len(used))
            used[place], used[-1] = used[-1], used[place]
            number = used.pop()
            words.extend((GIVE_BACK, number))
            answers.append(found(out.pop(number)))
            idle.append(number)
    return out


def found(filled_from: int) -> int:
    """What the driver finds in a packet that it has filled: a signed word."""
    return signed(filled_from * OF_FIRST + OF_STEPS)


def calls(words: Iterator[int]) -> Generator[tuple[Any, ...], list[int], None]:
    """What the trace does, in the terms of the task."""
    packets, out = 0, set[int]()
    for word in words:
        if word == OPEN:
            packets, out = next(words), set()
            yield (f"HandOffPool pool{{{packets}}}",)
            continue
        if not packets:
            raise LookupError("no pool")
        number = next(words)
        if word == ACQUIRE:
            if number in out:
                raise LookupError(f"p{number} is out")
            next(words)  # what it is filled from
            if (yield f"p{number} = pool.acquire()", {0: "null", 1: "a packet"}) == [1]:
                out.add(number)
        elif word == GIVE_BACK:
            out.remove(number)
            yield f"pool.give_back(p{number})", (f"what p{number} held until then", None)
        else:
            next(words)  # what they are filled from
            text = f"{number:,} packets go from one thread to another"
            first = ("how many packets are handed out before the first comes back", None)
            few = ("whether only these are ever handed out", {0: "false", 1: "true"})
            found_in = (f"what the sink finds in packet {n:,} of them" for n in range(number))
            yield text, first, few, *((one, None) for one in found_in)


def pauses(chance: Random) -> Iterator[tuple[int, ...]]:
    """Which call is stopped in a pool of how many, of which how many are out; whether the other
    call must be done: a packet always comes back, or goes if one is free; and after how many turns.
    """
    for stopped in (0, 1):
        for size in (1, chance.choice(LAST)):
            for out in sorted({0, 1, size - 1, size}):
                must = stopped == 0 or out < size
                yield stopped, size, out, must, int(MORE_TURNS * (1 + chance.random()))


def paused(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Likewise, of what paused/play.cpp reads: which call is stopped."""
    for stopped in words:
        call, other = ("acquire", "give_back") if stopped == 0 else ("give_back", "acquire")
        size, out, _, _ = (next(words) for _ in range(4))
        yield (
            f"{other}() while {call}() is stopped, in a pool of {size}, {out} of them out,",
            {0: "waiting", 1: "done", 2: "refused", 3: "losing or repeating packets"},
        )
