"""Runs of packets, and what becomes of the ticks when a clock, a queue and a program are played."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any

SMALLEST, LOST = 0, 1
CAPACITIES = (1, 2, 3, 5, 10, 100, 1000)

LONG, LONG_CAPACITIES = 50_000, range(50, 90)
"""Packets of one run, and what its queue may hold: no capacity is asked for in two periods, since
an answer can be remembered. To look at each of its stretches takes seconds."""

LONG_PAIRS, LONG_APART = 12, 40
"""Its pauses come in pairs, and fewer packets than these lie between."""

LONG_EVERY = 25_000
LONG_LOST, LONG_SMALLEST = 299, 599
"""When each period asks about it: so seldom that the first check can do with a slow answer."""

HUGE_BITS = 56
"""Of times that no double holds exactly. There are at most six: together they stay below 2^60, and
so does any capacity times twice the interval that they ask for."""

SHOWN = 12
"""Of the times of a run that are told to people."""


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Words and answers of so many questions; see driver/Main.java for their meaning."""
    runs = [Run(times) for times in (*short_runs(chance), long_run(chance))]
    words, answers = array("q", [len(runs)]), array("q")
    for run in runs:
        words.append(len(run.times))
        words.extend(run.times)
    long_capacities = chance.sample(LONG_CAPACITIES, len(LONG_CAPACITIES))
    for number in range(operations):
        place, capacity = int(chance.random() * (len(runs) - 1)), chance.choice(CAPACITIES)
        losing = chance.random() < 0.6
        if number % LONG_EVERY in (LONG_LOST, LONG_SMALLEST):
            period = number // LONG_EVERY % len(long_capacities)
            place, capacity = len(runs) - 1, long_capacities[period]
            losing = number % LONG_EVERY == LONG_LOST
        run = runs[place]
        if losing:
            interval = near(chance, run.smallest(capacity))
            words.extend((LOST, place, capacity, interval))
            answers.append(run.lost(capacity, interval))
        else:
            words.extend((SMALLEST, place, capacity))
            answers.append(run.smallest(capacity))
    return words, answers


def near(chance: Random, smallest: int) -> int:
    """An interval to ask for: often at the edge between all and not all."""
    anywhere = 1 + int(chance.random() * 2 * smallest)
    wanted = (smallest - 1, smallest, smallest + 1, smallest // 2, 1, anywhere)
    return max(1, chance.choice(wanted))


# ---- what is right -----------------------------------------------------------------------------


class Run:
    """What each packet takes, in ns, and what was played with it: everything once."""

    def __init__(self, times: list[int]) -> None:
        self.times = times
        self.lost: Callable[[int, int], int] = cache(partial(lost, times))
        self.smallest: Callable[[int], int] = cache(partial(smallest, times))


def losses(times: list[int], capacity: int, interval: int) -> Iterator[int]:
    """For each packet, how many ticks find the queue full while the program works on it.

    Tick number n comes at n * interval; what comes when the program is done comes after that.
    """
    now, next_tick, waiting = 0, 0, 0
    for takes in times:
        if waiting:
            waiting -= 1
        else:
            now = max(now, next_tick * interval)
            next_tick += 1
        now += takes
        came = -(-now // interval) - next_tick  # those before now, less those before
        next_tick += came
        waiting += came
        yield max(0, waiting - capacity)
        waiting = min(waiting, capacity)


def lost(times: list[int], capacity: int, interval: int) -> int:
    """How many ticks are lost."""
    return sum(losses(times, capacity, interval))


def smallest(times: list[int], capacity: int) -> int:
    """The smallest interval without a loss: by trying, as a longer one is never worse."""
    high = 1
    while any(losses(times, capacity, high)):
        high *= 2
    low = high // 2 + 1  # the last one but this loses
    while low < high:
        middle = (low + high) // 2
        if any(losses(times, capacity, middle)):
            low = middle + 1
        else:
            high = middle
    return high


# ---- runs --------------------------------------------------------------------------------------


def short_runs(chance: Random) -> list[list[int]]:
    """Three of each kind."""
    kinds = (single, equal, tiny, steady, slow_for_a_while, two_pauses, ones, huge)
    return [kind(chance) for kind in kinds for _ in range(3)]


def single(chance: Random) -> list[int]:
    return [between(chance, 1, 10_000)]


def equal(chance: Random) -> list[int]:
    return [between(chance, 1, 500)] * between(chance, 2, 40)


def tiny(chance: Random) -> list[int]:
    """So short that a tick often comes just when a packet is done."""
    return [between(chance, 1, 10) for _ in range(between(chance, 2, 20))]


def steady(chance: Random) -> list[int]:
    """Pauses here and there."""
    times = [between(chance, 50, 200) for _ in range(between(chance, 20, 80))]
    return [time * between(chance, 20, 100) if chance.random() < 0.05 else time for time in times]


def slow_for_a_while(chance: Random) -> list[int]:
    """No pause at all, but a stretch in which every packet is slow."""
    times = [between(chance, 80, 120) for _ in range(60)]
    begin = between(chance, 0, 20)
    for place in range(begin, begin + between(chance, 10, 30)):
        times[place] *= 3
    return times


def two_pauses(chance: Random) -> list[int]:
    """The second one comes before the first one is made up for, or after, or nearly so."""
    times = [between(chance, 5, 9) for _ in range(60)]
    first = between(chance, 0, 20)
    times[first] = between(chance, 100, 200)
    times[first + between(chance, 1, 39)] = between(chance, 100, 200)
    return times


def ones(chance: Random) -> list[int]:
    """Nothing can be faster, and nothing is lost at any interval."""
    return [1] * between(chance, 1, 30)


def huge(chance: Random) -> list[int]:
    """Years for each packet."""
    return [1 + chance.getrandbits(HUGE_BITS) for _ in range(between(chance, 1, 6))]


def long_run(chance: Random) -> list[int]:
    """A clean run with pairs of pauses. The queue would bridge each pause by itself."""
    times = chance.choices(range(200, 400), k=LONG)
    for _ in range(LONG_PAIRS):
        place = between(chance, 0, LONG - LONG_APART)
        times[place] = between(chance, 10_000, 18_000)
        times[place + between(chance, 1, LONG_APART - 1)] = between(chance, 10_000, 18_000)
    return times


def between(chance: Random, least: int, most: int) -> int:
    """One of these numbers, both included."""
    return least + int(chance.random() * (most - least + 1))


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """What the trace does, in the terms of the task."""
    for number in range(next(words)):
        length = next(words)
        times = [next(words) for _ in range(length)]
        shown = ", ".join(map(str, times[:SHOWN])) + (", ..." if length > SHOWN else "")
        yield f"runs[{number}] = new Backlog(new long[] {{{shown}}})  // {length:,} packets", ...
    for word in words:
        run, capacity = f"runs[{next(words)}]", next(words)
        if word == LOST:
            yield f"{run}.lost({capacity}, {next(words)})", {}
        else:
            yield f"{run}.smallestInterval({capacity})", {}
