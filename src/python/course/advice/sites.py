"""Where a program allocates, and what becomes of it there: samples, put together by site."""

import dataclasses
from collections import defaultdict
from collections.abc import Callable
from statistics import median_high

from course.advice.symbols import sites
from course.advice.trace import ALIVE, FREED, RESIZED, Sample, Trace
from course.model.decision import native_rules

STACKS = 200
"""So many stacks, those with the most bytes, get names."""

_LIMITS = native_rules().limits

BURST = _LIMITS["burst"]
"""So many samples must die together."""

ENOUGH_SAMPLES = _LIMITS["enough_samples"]
"""Fewer, of a program or a site, say nothing."""

TOGETHER = _LIMITS["together_bytes"]
"""They do if for each byte freed no more than so many bytes are allocated. Usually it is one."""

AT_THE_END = _LIMITS["at_the_end"]
"""Of all bytes: what dies when no more than this is yet to be allocated dies with the program."""


@dataclasses.dataclass(frozen=True)
class Site:
    """A function that allocates. Shares are of its bytes, 0 to 1."""

    name: str
    bytes: float
    count: float
    sizes: tuple[int, int]
    """All but the smallest and the largest twentieth."""
    life_bytes: float | None
    """Allocated by the process meanwhile, as a median; None: nothing was freed."""
    pair_ns: float
    """What allocator and release take for one, as medians."""
    alive_mb: float
    """At a time, on average."""
    to_the_end: float
    together: float
    """Dies in bursts before the end; where the samples are densest for its bursts to be seen."""
    bursts: int
    elsewhere: float
    """Freed by another thread."""
    resized: float
    samples: int

    @property
    def seconds(self) -> float:
        """Spent in the allocator on its behalf."""
        return self.count * self.pair_ns / 1e9


def by_site(trace: Trace) -> list[Site]:
    """The sites of a trace, the one with the most bytes first."""
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
    """Which samples died together with others: id -> number of the burst; and who died last."""
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
    pair = median_high([max(one.allocate_ns - floor, 0) for one in group])
    pair += median_high([max(one.release_ns - floor, 0) for one in released]) if released else 0
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
        bursts=len({bursts[id(one)] for one in group if id(one) in bursts}),
        elsewhere=share(lambda one: one.state == FREED and one.born_by != one.died_by),
        resized=share(lambda one: one.state == RESIZED),
        samples=len(group),
    )


def _together(group: list[Sample], bursts: dict[int, int]) -> float:
    """The share that died in bursts, of the samples of the period that saw most of it.

    Periods grow as the program goes on, until a burst has too few samples to be known.
    """
    periods: dict[int, list[Sample]] = defaultdict(list)
    for one in group:
        periods[one.period].append(one)
    seen = [some for some in periods.values() if len(some) >= ENOUGH_SAMPLES] or [group]
    return max(sum(id(one) in bursts for one in some) / len(some) for some in seen)
