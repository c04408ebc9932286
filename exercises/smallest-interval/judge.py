"""Draws runs of packets, and simulates clock, queue and program to count the lost ticks."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain
from random import Random
from typing import Any

SMALLEST, LOST = 0, 1
EXTREMES, DRAWN, CAPACITY_BITS = (1, 2, (1 << 31) - 1), 5, (8, 31)
"""Capacities of each short run's queue, how many more are drawn for it, and how many bits they may
have: half of them are so small that the queue fills up."""

LONG, LONGER = range(30_000, 50_001), range(250_000, 400_001)
LONG_CAPACITIES = range(150, 250), range(50, 150)
"""Packets of one run in the first check and in a longer trace, and capacities of its queue: periods
take turns at the ranges, and none is queried twice, since answers can be cached. Examining each
stretch of the longer one even once takes longer than the limit. It's short enough that all runs are
made within the first quarter of the trace, so their memory counts as that of constructors."""

LONG_PAIRS, LONG_APART = 12, 40
"""Its pauses come in pairs, less than LONG_APART packets apart."""

LONG_SLOW, SLOWER = (0.2, 0.6), 0.25
"""A part of it, between these shares of its packets, is slower by up to that share. The larger
capacities bridge any pair of pauses, so this stretch decides, whose length is unpredictable. They
come first, because the first check has a single period."""

LONG_EVERY = 200_000
LONG_LOST, LONG_SMALLEST = 299, 599
"""When each period queries it: so rarely that the first check tolerates slow answers."""

HUGE_BITS = 56
"""Bits of times that a double can't represent. There are at most six: their sum stays below 2^60,
and so does any capacity times twice the interval that they need."""

SHOWN = 12
"""Most times of a run in a message."""


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of this many questions; driver/Main.java explains them."""
    long = long_run(chance, chance.choice(LONG if operations < LONG_EVERY else LONGER))
    runs = [Run(times, capacities(chance)) for times in (*short_runs(chance), long)]
    words, answers = array("q", [len(runs)]), array("q")
    for run in runs:
        words.append(len(run.times))
        words.extend(run.times)
    drawn = (chance.sample(some, len(some)) for some in LONG_CAPACITIES)
    long_capacities = list(chain.from_iterable(zip(*drawn, strict=True)))
    for number in range(operations):
        place = int(chance.random() * (len(runs) - 1))
        capacity = chance.choice(runs[place].capacities)
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


def capacities(chance: Random) -> list[int]:
    """Draw a run's capacities, few enough that what's right for each of them is cached."""
    bits = (int(chance.random() * chance.choice(CAPACITY_BITS)) for _ in range(DRAWN))
    return [*EXTREMES, *(1 + chance.getrandbits(one) for one in bits)]


def near(chance: Random, smallest: int) -> int:
    """Draw an interval to query: often at the edge between no loss and some."""
    anywhere = 1 + int(chance.random() * 2 * smallest)
    wanted = (smallest - 1, smallest, smallest + 1, smallest // 2, 1, anywhere)
    return max(1, chance.choice(wanted))


# ---- what is right -----------------------------------------------------------------------------


class Run:
    """Each packet's service time, in ns, the capacities to query, and cached results."""

    def __init__(self, times: list[int], capacities: list[int]) -> None:
        self.times = times
        self.capacities = capacities
        self.lost: Callable[[int, int], int] = cache(partial(lost, times))
        self.smallest: Callable[[int], int] = cache(partial(smallest, times))


def losses(times: list[int], capacity: int, interval: int) -> Iterator[int]:
    """Yield, for each packet that loses any, how many ticks find the queue full meanwhile.

    Tick number n comes at n * interval; one that comes just when a packet is done comes after it.
    """
    now, ticks, waiting = 0, 0, 0
    for takes in times:
        if waiting:
            waiting -= 1
        else:
            now = max(now, ticks * interval)
            ticks += 1
        now += takes
        came = -(-now // interval)  # those before now
        waiting += came - ticks
        ticks = came
        if waiting > capacity:
            yield waiting - capacity
            waiting = capacity


def lost(times: list[int], capacity: int, interval: int) -> int:
    """Return how many ticks are lost."""
    return sum(losses(times, capacity, interval))


def smallest(times: list[int], capacity: int) -> int:
    """Return the smallest interval without a loss, by bisection: a longer one is never worse."""
    high = 1
    while any(losses(times, capacity, high)):
        high *= 2
    low = high // 2 + 1  # high // 2 was lossy
    while low < high:
        middle = (low + high) // 2
        if any(losses(times, capacity, middle)):
            low = middle + 1
        else:
            high = middle
    return high


# ---- runs --------------------------------------------------------------------------------------


def short_runs(chance: Random) -> list[list[int]]:
    """Draw three runs of each kind."""
    kinds = (single, equal, tiny, steady, slow_for_a_while, two_pauses, ones, huge)
    return [kind(chance) for kind in kinds for _ in range(3)]


def single(chance: Random) -> list[int]:
    return [between(chance, 1, 10_000)]


def equal(chance: Random) -> list[int]:
    return [between(chance, 1, 500)] * between(chance, 2, 40)


def tiny(chance: Random) -> list[int]:
    """Draw times so short that a tick often comes just when a packet is done."""
    return [between(chance, 1, 10) for _ in range(between(chance, 2, 20))]


def steady(chance: Random) -> list[int]:
    """Draw a run with occasional pauses."""
    times = [between(chance, 50, 200) for _ in range(between(chance, 20, 80))]
    return [time * between(chance, 20, 100) if chance.random() < 0.05 else time for time in times]


def slow_for_a_while(chance: Random) -> list[int]:
    """Draw a run without a pause, but with a stretch of slow packets."""
    times = [between(chance, 80, 120) for _ in range(60)]
    begin = between(chance, 0, 20)
    for place in range(begin, begin + between(chance, 10, 30)):
        times[place] *= 3
    return times


def two_pauses(chance: Random) -> list[int]:
    """Draw two pauses: the second one comes before, after or about when the run has caught up."""
    times = [between(chance, 5, 9) for _ in range(60)]
    first = between(chance, 0, 20)
    times[first] = between(chance, 100, 200)
    times[first + between(chance, 1, 39)] = between(chance, 100, 200)
    return times


def ones(chance: Random) -> list[int]:
    """Draw the fastest possible run, which loses nothing at any interval."""
    return [1] * between(chance, 1, 30)


def huge(chance: Random) -> list[int]:
    """Draw packets that take years."""
    return [1 + chance.getrandbits(HUGE_BITS) for _ in range(between(chance, 1, 6))]


def long_run(chance: Random, packets: int) -> list[int]:
    """Draw a smooth run with a stretch of slower packets, and with pairs of pauses, which the queue
    could bridge one by one."""
    length = int(packets * chance.uniform(*LONG_SLOW))
    begin, factor = between(chance, 0, packets - length), 1 + chance.uniform(SLOWER / 2, SLOWER)
    slow = range(begin, begin + length)
    times = chance.choices(range(200, 400), k=packets)
    times = [int(time * factor) if n in slow else time for n, time in enumerate(times)]
    for _ in range(LONG_PAIRS):
        place = between(chance, 0, packets - LONG_APART)
        times[place] = between(chance, 10_000, 18_000)
        times[place + between(chance, 1, LONG_APART - 1)] = between(chance, 10_000, 18_000)
    return times


def between(chance: Random, least: int, most: int) -> int:
    """Draw a number from `least` to `most`, both included."""
    return least + int(chance.random() * (most - least + 1))


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
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
