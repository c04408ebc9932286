"""Account for a packet's extra cost when allocating instead of pooling, item by item.

The time in pauses comes from the two programs' records. Everything else is measured separately by
`./course bench packet`, which takes away one thing at a time; nothing is fitted to the difference
to be explained.
"""

import dataclasses
import math
import statistics
from collections.abc import Mapping, Sequence

from course.model.pairs import ERROR
from course.model.verdicts import of_range
from course.stats.article import LISTED
from course.stats.benches import BenchRecord
from course.stats.claims.cells import Subject
from course.stats.claims.quantities import Readings
from course.stats.figures import Figure
from course.stats.noise import are_sittings_apart

BENCH = "packet"

ITEMS: Mapping[str, Mapping[str, int]] = LISTED["items"]
"""Item -> metrics of the bench, and their weights."""


@dataclasses.dataclass(frozen=True)
class Amount:
    """Time per packet, plus or minus half its interval's width."""

    ns: float
    half: float

    @property
    def ends(self) -> tuple[float, float]:
        return self.ns - self.half, self.ns + self.half

    def less(self, other: "Amount") -> "Amount":
        """Difference of two independent amounts."""
        return Amount(self.ns - other.ns, math.hypot(self.half, other.half))


@dataclasses.dataclass(frozen=True)
class Account:
    """How much longer a packet takes when allocated, and the items of that difference."""

    difference: Amount
    running_ns: float  # time of the slower of the two while not stopped
    stopped: Amount  # in pauses, and waiting for memory
    items: Mapping[str, Amount]  # from the bench; empty if it was not run with the collector
    unexplained: Amount | None  # None without items

    def verdict(self, tolerance: float) -> str:
        """Whether the unexplained part is at most this share of `running_ns`; a verdict."""
        assert self.unexplained is not None
        most = tolerance * self.running_ns
        return of_range(*self.unexplained.ends, -most, most)


def account(source: Readings, bench: BenchRecord | None, cell: Subject) -> Account | Figure:
    """The account of a heap cell, whatever its strategy; or a figure that says what is missing.

    bench: of the same machine, if there is one.
    """
    both = [dataclasses.replace(cell, strategy=one) for one in ("alloc", "pool")]
    means = [source.figure("batch_ns", one) for one in both]
    running = [_running(source, one) for one in both]
    for figure in (*means, *running):
        if figure.value is None:
            return figure
    whole = _difference(*means)
    outside = dataclasses.replace(_difference(*running), half=whole.half)
    stopped = Amount(whole.ns - outside.ns, max(map(_pauses_noise, means, running)))
    running_ns = max(one.value or 0.0 for one in running)
    rounds = _rounds(bench, cell)
    if bench is None or len(rounds) < 2:
        return Account(whole, running_ns, stopped, {}, None)
    items = {
        name: _mean([_sum(one, weights) for one in rounds])
        for name, weights in _of_case(cell.case).items()
    }
    of_case = _of_case(cell.case).values()
    explained = _mean([math.fsum(_sum(one, weights) for weights in of_case) for one in rounds])
    if bench.provenance and are_sittings_apart(means[0].started, bench.started):
        hours = running[0].drift * math.hypot(*(one.value or 0.0 for one in running))
        explained = dataclasses.replace(explained, half=math.hypot(explained.half, hours))
    return Account(whole, running_ns, stopped, items, outside.less(explained))


def _running(source: Readings, cell: Subject) -> Figure:
    """ns per packet without pauses and waits for memory."""
    outside = source.figure("batch_ns_outside_pauses", cell)
    mean, stalled = (source.figure(name, cell).value for name in ("batch_ns", "stalled_pct"))
    if outside.value is None or mean is None:
        return outside
    return dataclasses.replace(outside, value=outside.value - mean * (stalled or 0.0) / 100)


def _pauses_noise(mean: Figure, running: Figure) -> float:
    """Noise of the part in pauses: its share of the mean's noise."""
    assert mean.value and running.value is not None
    return mean.noise * (1 - running.value / mean.value)


def _difference(one: Figure, other: Figure) -> Amount:
    """Difference with its uncertainty: from paired rounds, else as of two separate processes."""
    assert one.value is not None and other.value is not None
    half = math.hypot(one.noise, other.noise)
    if one.rounds and other.rounds and (ratio := one.rounds.against(other.rounds)):
        half = other.value * max(ratio.high - ratio.ratio, ratio.ratio - ratio.low)
    return Amount(one.value - other.value, half)


def _of_case(case: str) -> dict[str, dict[str, int]]:
    return {
        name: {metric.format(case=case.lower()): times for metric, times in weights.items()}
        for name, weights in ITEMS.items()
    }


def _rounds(bench: BenchRecord | None, cell: Subject) -> list[dict[str, float]]:
    """Metric -> ns, for each round that has all metrics of the cell's items."""
    one = bench and bench.contestants.get(cell.runtime.replace(" ", "-"))
    if not one:
        return []
    wanted = {metric for weights in _of_case(cell.case).values() for metric in weights}
    values = {name: found["values"] for name, found in one["figures"].items() if name in wanted}
    if set(values) != wanted:
        return []
    rounds = [dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)]
    return [one for one in rounds if None not in one.values()]


def _sum(values: Mapping[str, float], weights: Mapping[str, int]) -> float:
    return math.fsum(times * values[metric] for metric, times in weights.items())


def _mean(rounds: Sequence[float]) -> Amount:
    """Mean with Student's interval."""
    from scipy.special import stdtrit  # noqa: PLC0415  slow to import

    quantile = float(stdtrit(len(rounds) - 1, 1 - ERROR / 2))
    error = statistics.stdev(rounds) / math.sqrt(len(rounds))
    return Amount(statistics.fmean(rounds), quantile * error)
