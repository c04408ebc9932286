"""Draws experiments, each of which exposes a flaw, and computes what must happen in them and their
correct figures."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from operator import mul
from random import Random
from typing import Any, NamedTuple

ROOMS = (range(2_048, 4_097), range(64, 2_048), range(2, 64), range(2))
"""How many operations harnesses have room for: one size of each range, from more than any small
table has down to none. Some experiments measure as many as fit. Most measure fewer, so a harness
that records more than it should gives wrong answers."""

ALIKE = 2
"""Harnesses of each size: what they have in common shows."""

HARNESSES = ALIKE * len(ROOMS)
WARM_UP, MEASURED = 60, 260
"""Upper bounds of how many operations warm up and are measured, unless that's as many as fit. The
driver knows the first one, because a harness needs no room for the warm-up."""

ROUND = (10, 20, 40, 100, 100, 200, 200)
"""Numbers of records for which a percentile's rank is a whole number."""

PER_MILLES = (1, 50, 70, 100, 140, 250, 280, 500, 500, 550, 900, 900, 990, 999, 1000)
"""Some of 100 are a whole number, but as a double a bit more."""

QUESTIONS = 4
CLOSED = 0
SET_UP = -1
"""A history's entry for the set-up; operations are entered by number, and results by value."""

SCALES = (1, 1, 10_000_000)
"""Times are so many times as long: they exceed an int in one of three experiments."""

FLAWS = ("none", "place", "room", "warm-up", "set-up", "wall", "sink", "omission", "all")
"""Flaws that experiments expose. In each experiment, results must reach the sink."""

SHOWN = 12
"""Most operation times in a message."""


class Experiment(NamedTuple):
    """Times in nanoseconds."""

    interval: int
    warm_up: int
    set_up: int
    sink: int
    start: int
    ahead: int
    jumps_in: int
    jumps_by: int
    takes: list[int]
    results: list[int]
    per_milles: list[int]

    @property
    def measured(self) -> int:
        return len(self.takes) - self.warm_up

    def words(self) -> list[int]:
        """Return the words from the interval up to those that Simulation reads."""
        pairs = zip(self.takes, self.results, strict=True)
        return [
            *(self.interval, self.warm_up, self.measured, self.start, self.ahead),
            *(self.set_up, self.sink, self.jumps_in, self.jumps_by),
            *(word for pair in pairs for word in pair),
        ]

    def played(self) -> tuple[list[int], list[int]]:
        """Return a correct harness's history, with times, and its sorted latencies."""
        now = self.start
        history, latencies = [SET_UP + now], []
        now += self.set_up
        due = now
        for n, (take, result) in enumerate(zip(self.takes, self.results, strict=True)):
            scheduled = self.interval != CLOSED and n > self.warm_up
            due = due + self.interval if scheduled else now
            begin = max(now, due)
            end = begin + take
            history += (n + begin, result + end)
            if n >= self.warm_up:
                latencies.append(end - due)
            now = end + self.sink
        return history, sorted(latencies)


def digest(numbers: list[int], powers: list[int]) -> int:
    """Return the driver's digest of the numbers in their order, a signed word."""
    value = sum(map(mul, numbers, powers[-len(numbers) :])) % (1 << 64)
    return value - (1 << 64) if value >> 63 else value


def figures(latencies: list[int], per_milles: list[int]) -> list[int]:
    """Return a harness's figures for these sorted latencies."""
    count = len(latencies)
    if not count:
        return [0] * (2 + len(per_milles))
    places = (-(-count * one // 1_000) for one in per_milles)
    return [count, sum(latencies) // count, *(latencies[place - 1] for place in places)]


def trace(chance: Random, operations: int) -> tuple[array[int], array[int]]:
    """Return words and answers of experiments with this many operations in total.

    driver/Main.java explains the words.
    """
    words, answers, left = array("q"), array("q"), operations
    rooms = [room for sizes in ROOMS for room in [chance.choice(sizes)] * ALIKE]
    factor = 1 + 2 * chance.getrandbits(62)  # of digests, and unknown to those who are digested
    # A history has one entry for the set-up, and two for each operation.
    powers = [pow(factor, n, 1 << 64) for n in reversed(range(1 + 2 * (WARM_UP + max(rooms))))]
    words.extend((factor, *rooms))
    last: list[list[int]] = [[] for _ in range(HARNESSES)]
    while left > 0:
        used = int(chance.random() * HARNESSES)
        made = experiment(chance, chance.choice(FLAWS), rooms[used], left)
        # Sometimes another harness is queried, and must return its own experiment's figures.
        asked = used if chance.random() < 0.75 else int(chance.random() * HARNESSES)
        history, last[used] = made.played()
        done = len(made.takes)
        words.extend((used, *made.words(), asked, *made.per_milles))
        answers.extend((1, done, done, digest(made.results, powers)))
        answers.extend((*figures(last[asked], made.per_milles), digest(history, powers)))
        left -= max(1, len(made.takes))
    return words, answers


def experiment(chance: Random, flaw: str, room: int, most: int) -> Experiment:
    """Draw an experiment that exposes the flaw, with at most `most` operations."""
    everything = flaw == "all"
    measured = chance.choice(ROUND) if flaw == "place" else int(chance.random() * MEASURED)
    measured = min(room if flaw == "room" else measured, room, most)
    warm_up = 0
    if everything or flaw == "warm-up":
        warm_up = min(1 + int(chance.random() * WARM_UP), most - measured)
    scale = chance.choice(SCALES)
    takes = [scale * (100 + int(chance.random() * 900)) for _ in range(warm_up + measured)]
    for n in range(warm_up):
        takes[n] *= 10  # like code that isn't compiled yet
    interval = CLOSED
    if flaw == "omission" or (flaw != "place" and chance.random() < 0.5):
        interval = scale * (1_500 + int(chance.random() * 500))
    if (everything or flaw == "omission") and measured:
        # A slow one that delays many others, so it's in the first half.
        slow = warm_up + int(chance.random() * measured / 2)
        takes[slow] = scale * (5 + int(chance.random() * 30)) * 2_000
    jumps = (everything or flaw == "wall") and measured > 0
    return Experiment(
        interval=interval,
        warm_up=warm_up,
        set_up=int(chance.random() * 100_000) if everything or flaw == "set-up" else 0,
        sink=50 + int(chance.random() * 300) if everything or flaw == "sink" else 0,
        start=chance.getrandbits(48),
        ahead=chance.getrandbits(60),
        jumps_in=warm_up + int(chance.random() * measured) if jumps else -1,
        jumps_by=chance.getrandbits(32) - (1 << 31),
        takes=takes,
        results=[chance.getrandbits(64) - (1 << 63) for _ in takes],
        per_milles=chance.choices(PER_MILLES, k=QUESTIONS),
    )


def calls(words: Iterator[int]) -> Iterator[tuple[Any, ...]]:
    """Translate the trace into the task's calls."""
    next(words)  # the digests' factor
    for which in range(HARNESSES):
        yield (
            f"harnesses[{which}] = new Harness(clocks[{which}], sinks[{which}], {next(words)})",
            ...,
        )
    for used in words:
        interval, warm_up, measured = next(words), next(words), next(words)
        _start, _ahead, set_up, sink, jumps_in, jumps_by = (next(words) for _ in range(6))
        pairs = [(next(words), next(words)) for _ in range(warm_up + measured)]
        takes = ", ".join(str(one) for one, _ in pairs[:SHOWN])
        more = ", ..." if len(pairs) > SHOWN else ""
        world = f"operations that take {takes or 'no'}{more} ns; set-up {set_up} ns, sink {sink} ns"
        if jumps_in >= 0:
            world += f"; in operation {jumps_in} the wall clock is adjusted by {jumps_by} ns"
        asked = next(words)
        how = f"open(work, {warm_up}, {measured}, {interval})"
        if interval == CLOSED:
            how = f"closed(work, {warm_up}, {measured})"
        yield (
            f"harnesses[{used}].{how}  // {world}",
            ("how often setUp() is called", {}),
            ("how many operations are run", {}),
            ("how many results the sink gets", {}),
            ("the results that the sink gets", None),
            (f"harnesses[{asked}].recorded()", {}),
            (f"harnesses[{asked}].mean()", {}),
            *((f"harnesses[{asked}].percentile({next(words)})", {}) for _ in range(QUESTIONS)),
            ("the order of setUp(), operations and results, or when they begin,", None),
        )
