"""A program's allocation sites and the fate of their objects, from samples."""

import dataclasses
from collections import defaultdict
from collections.abc import Callable
from statistics import median_high

from course.advice.symbols import sites
from course.advice.trace import ALIVE, FREED, RESIZED, Sample, Trace
from course.model.decision import native_rules

STACKS = 200
"""Number of stacks, those with the most bytes, that get names."""

_LIMITS = native_rules().limits

BURST = _LIMITS["burst"]
"""Fewest samples of a burst, which die together."""

ENOUGH_SAMPLES = _LIMITS["enough_samples"]
"""Fewer samples, of a program or a site, allow no conclusion."""

TOGETHER = _LIMITS["together_bytes"]
"""Most bytes allocated per byte freed within a burst. Usually it is one."""

AT_THE_END = _LIMITS["at_the_end"]
"""Share of all bytes: objects that die this close to the end are said to die with the program."""


@dataclasses.dataclass(frozen=True)
class Site:
    """A function that allocates. Shares are of its bytes, 0 to 1."""

    name: str
    bytes: float
    count: float
    sizes: tuple[int, int]
    """Range of sizes without the smallest and the largest twentieth."""
    life_bytes: float | None
    """Median of bytes allocated by the process during a life; None: nothing was freed."""
    pair_ns: float
    """Time of one allocation and release, as the sum of their mean times."""
    alive_mb: float
    """Mean over time."""
    to_the_end: float
    together: float
    """Share that dies in bursts before the end, where samples are dense enough to show bursts."""
    elsewhere: float
    """Share freed by another thread."""
    resized: float
    samples: int

    @property
    def seconds(self) -> float:
        """Time spent in the allocator on its behalf."""
        return self.count * self.pair_ns / 1e9


def by_site(trace: Trace) -> list[Site]:
    """Return a trace's sites, the one with the most bytes first."""
    stacks: dict[tuple[int, ...], float] = defaultdict(float)
    for sample in trace.samples:
        stacks[sample.frames] += sample.bytes
    named = sites(sorted(stacks, key=lambda one: -stacks[one])[:STACKS], trace.maps)
    bursts, last = _bursts(trace)
    grouped: dict[str, list[Sample]] = defaultdict(list)
    for sample in trace.samples:
        grouped[named.get(sample.frames, "all other sites")].append(sample)
    found = [_site(name, group, trace, bursts, last) for name, group in grouped.items()]
    return sorted(found, key=lambda one: -one.bytes)


def _bursts(trace: Trace) -> tuple[dict[int, int], set[int]]:
    """Return the burst of each sample that died in one, by id, and the ids of the last to die."""
    freed = sorted((one for one in trace.samples if one.state != ALIVE), key=lambda one: one.until)
    end = max((max(one.at, one.until) for one in trace.samples), default=0)
    runs: list[list[Sample]] = []
    for sample in freed:
        if runs and sample.until - runs[-1][-1].until <= TOGETHER * sample.bytes:
            runs[-1].append(sample)
        else:
            runs.append([sample])
    bursts, last = {}, {id(one) for one in trace.samples if one.state == ALIVE}
    for number, run in enumerate(runs):
        if end - run[0].until <= AT_THE_END * end:
            last |= {id(one) for one in run}
        elif len(run) >= BURST:
            bursts |= {id(one): number for one in run}
    return bursts, last


def _site(
    name: str, group: list[Sample], trace: Trace, bursts: dict[int, int], last: set[int]
) -> Site:
    everything = sum(one.bytes for one in group)

    def share(chosen: Callable[[Sample], bool]) -> float:
        return min(1.0, sum(one.bytes for one in group if chosen(one)) / everything)

    freed = [one for one in group if one.state != ALIVE]
    released = [one for one in freed if one.state != RESIZED]
    floor = trace.clock_ns
    pair = _mean([(max(one.allocate_ns - floor, 0), one.count) for one in group])
    if released:
        pair += _mean([(max(one.release_ns - floor, 0), one.count) for one in released])
    duration = max(trace.seconds, 1e-9) * 1e9
    end_ns = max(max(one.born_ns, one.died_ns) for one in trace.samples)
    alive = sum(one.bytes * ((one.died_ns or end_ns) - one.born_ns) for one in group) / duration
    sizes = sorted(one.size for one in group)
    cut = len(sizes) // 20
    return Site(
        name=name,
        bytes=everything,
        count=sum(one.count for one in group),
        sizes=(sizes[cut], sizes[-1 - cut]),
        life_bytes=median_high([max(one.until - one.at, 0) for one in freed]) if freed else None,
        pair_ns=pair,
        alive_mb=alive / 1e6,
        to_the_end=share(lambda one: id(one) in last),
        together=_together(group, bursts),
        elsewhere=share(lambda one: one.state == FREED and one.born_by != one.died_by),
        resized=share(lambda one: one.state == RESIZED),
        samples=len(group),
    )


def _mean(times: list[tuple[int, float]]) -> float:
    """Return the mean of ns, each weighted by the number of calls it stands for.

    The slowest hundredth is left out, since a thread may have been interrupted. Not more, because
    some calls take much longer than most: in a large heap, those that get memory from the kernel.
    """
    kept = sorted(times)[: -(len(times) // 100) - 1] or times
    return sum(ns * count for ns, count in kept) / sum(count for _, count in kept)


def _together(group: list[Sample], bursts: dict[int, int]) -> float:
    """Return the share of samples that died in bursts, in the period with the highest share.

    Periods grow during the run, until a burst has too few samples to be recognised.
    """
    periods: dict[int, list[Sample]] = defaultdict(list)
    for one in group:
        periods[one.period].append(one)
    seen = [some for some in periods.values() if len(some) >= ENOUGH_SAMPLES] or [group]
    return max(sum(id(one) in bursts for one in some) / len(some) for some in seen)
