"""How good the advice is: given from a run that allocates, compared with the run that pools."""

import dataclasses
import math
import statistics
from collections.abc import Iterator, Mapping, Sequence

from course.model.decision import Values, rules
from course.model.pairs import SAME, Verdict
from course.model.solutions import IMPLEMENTATIONS
from course.stats.dataset import Dataset
from course.stats.records import Record

POOLED, IN_USE = 1_000_000, {"A": 20_001, "B": 200_001, "C": 990_001}
"""Packets of the pool; case -> how many of them are in use (chapter 4)."""


PROGRAMS = {key: one for key, one in IMPLEMENTATIONS.items() if one.packet_bytes}
"""Those whose packets are objects. C++ leaves no log, and flat packets none to pool."""


@dataclasses.dataclass(frozen=True)
class Advised:
    """A pair of runs: what was advised from the first, and what the second one did."""

    record: Record
    """Of the run that allocates."""
    low: float
    high: float
    """Time with the pool by time without: the range that the rules give."""
    pooling: bool
    """Whether a pool is advised, or found more likely to win."""
    ratio: float
    """As measured."""
    verdict: Verdict

    @property
    def decided(self) -> bool:
        return self.verdict in (Verdict.FASTER, Verdict.SLOWER)

    @property
    def apart(self) -> bool:
        """Whether the two means differ by more than what is called the same."""
        return abs(math.log(self.ratio)) > math.log1p(SAME)

    @property
    def right(self) -> bool:
        """Whether the advice has the direction of the measured ratio."""
        return self.pooling == (self.ratio < 1)

    @property
    def inside(self) -> bool:
        return self.low <= self.ratio <= self.high


@dataclasses.dataclass(frozen=True)
class Score:
    """How many pairs there are, and of how many the advice was good."""

    pairs: Sequence[Advised]

    @property
    def counts(self) -> dict[str, tuple[int, int]]:
        """Which pairs -> of how many the advice was good, and how many there are."""
        decided = [one.right for one in self.pairs if one.decided]
        apart = [one.right for one in self.pairs if one.apart]
        inside = [one.inside for one in self.pairs]
        return {
            "decided": (sum(decided), len(decided)),
            "apart": (sum(apart), len(apart)),
            "inside": (sum(inside), len(inside)),
        }

    @property
    def width(self) -> float:
        """The range's upper end by its lower one, in the middle of all pairs."""
        widths = [one.high / one.low for one in self.pairs]
        return statistics.median_high(widths) if widths else 1.0


def advised(dataset: Dataset, prices: Mapping[str, float | None]) -> Iterator[Advised]:
    """Every pair of the data set, in the order of names; none where its runs were scaled down.

    prices: of the same machine; see :mod:`course.stats.prices`.
    """
    if dataset.scaled:
        return
    for name, record in sorted(dataset.records.items()):
        pool = dataset.records.get(name.replace("-alloc-", "-pool-"))
        if _is_good(record) and record.cell["strategy"] == "alloc" and pool and _is_good(pool):
            values = rules().evaluate({**_known(record), **prices})
            verdict = rules().verdict(values)
            estimate = dataset.rounds(pool).against(dataset.rounds(record))
            low, high = values["time_low"], values["time_high"]
            if verdict and low is not None and high is not None:
                pooling = verdict.name in ("pool", "measure-pool")
                ratio = estimate.ratio if estimate else _mean(pool) / _mean(record)
                said = estimate.verdict if estimate else Verdict.OPEN
                yield Advised(record, low, high, pooling, ratio, said)


def _is_good(record: Record) -> bool:
    return record.status == "ok" and bool(record.batch and record.gc)


def _mean(record: Record) -> float:
    return record.batch.ns_per_packet.mean


def _known(record: Record) -> Values:
    """What the log of the allocating run tells, and of its program a recording."""
    cell, gc, batch = record.cell, record.gc, record.batch
    program = PROGRAMS.get(cell["implementation"])
    if program is None:
        return {}
    ns = _mean(record)
    stalled = (gc.stalled_ms or 0.0) * 1e6 / (ns * batch.packets)
    collections = gc.pauses_per_s
    rate = program.packet_bytes / ns * 1e9 / 2**20
    left = [used for _, used in gc.timeline.heap] if gc.timeline else []
    collector = rules().collectors.get(gc.collector_name)
    return {
        "share": min(1.0, gc.fraction_pct / 100 + stalled),
        "rate_mb_s": rate,
        "alive_mb": min(left, default=None),
        "room_mb": rate / collections if collections else None,
        "pool_share": program.pooled_bytes / program.packet_bytes,
        "pool_mb": (POOLED - IN_USE[cell["case"]]) * program.pooled_bytes / 2**20,
        "thing_bytes": program.pooled_bytes,
        "threads": 1,
        "visits": collector["visits"] if collector else 1,
    }
