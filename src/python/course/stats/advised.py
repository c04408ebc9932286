"""Compare the advice derived from an allocating run with the pooling run's result."""

import dataclasses
import math
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from course.model.decision import Values, native_rules, rules
from course.model.pairs import Estimate, Verdict
from course.model.solutions import COLLECTORS, IMPLEMENTATIONS
from course.stats.dataset import Dataset
from course.stats.records import Record

POOLED, IN_USE = 1_000_000, {"A": 20_001, "B": 200_001, "C": 990_001}
"""Packets in the pool; case -> number in use (chapter 4)."""


PROGRAMS = {key: one for key, one in IMPLEMENTATIONS.items() if one.packet_bytes}
"""Java programs whose packets are objects: flat packets leave nothing to pool."""

TRACES = "results/traces.json"
"""What the tracer sees of each C++ program that allocates; ``test_native.py`` makes it."""


@dataclasses.dataclass(frozen=True)
class Advised:
    """A pair of runs: the advice from the first, and the second one's result."""

    of: Mapping[str, Any]  # what the allocating run measured: its cell
    low: float
    high: float  # the rules' range for the time with a pool divided by that without; NaN: none
    advice: str  # name of the rules' verdict
    ratio: float  # as measured
    measured: Estimate | None  # None without paired rounds
    values: Values = dataclasses.field(default_factory=dict)  # the rules', and unit_ns, for a miss

    @property
    def needed(self) -> float:
        """Ratio below which pooling is right: worth its code, where the advice is to allocate."""
        return 1 - rules().limits["little"] if self.advice == "leave" else 1

    @property
    def decided(self) -> bool:
        """True if the rounds tell whether the advice is right."""
        if self.measured is None:
            return False
        if self.advice == "leave":
            distance = abs(self.measured.log_ratio - math.log(self.needed))
            return distance > self.measured.log_half_width + self.measured.moving
        return self.measured.verdict in (Verdict.FASTER, Verdict.SLOWER)

    @property
    def committed(self) -> bool:
        """True if the advice is not to measure."""
        return self.advice in ("pool", "leave")

    @property
    def leaning(self) -> bool:
        """True if the advice is to measure, but one outcome is called more likely."""
        return self.advice in ("measure-pool", "measure-leave")

    @property
    def right(self) -> bool:
        """True if what the advice names, or calls more likely, is what the ratio says."""
        return (self.advice in ("pool", "measure-pool")) == (self.ratio < self.needed)

    @property
    def inside(self) -> bool:
        return self.low <= self.ratio <= self.high

    @property
    def missed(self) -> float:
        """By how much the ratio is above the range, or, negative, below it; 0 without a range."""
        return max(0.0, self.ratio - self.high) + min(0.0, self.ratio - self.low)

    @property
    def reason(self) -> str:
        """The likely reason of a miss, of those in chapter 17; empty if it is none."""
        found = self.measured
        if self.missed and found and found.low <= self.high and found.high >= self.low:
            return "unclear: the measurement's interval reaches the range"
        if self.missed < 0:
            name = self.of["collector"]  # G1 marks beside the program, but reclaims in pauses
            beside = COLLECTORS[name].concurrent and name != "g1"
            return "collecting took a core" if beside else "new memory cost more"
        if self.missed > 0:
            in_order = self.of.get("generator") != "random"
            return "the pool's memory cost more" if in_order else "packets in random order"
        if self.right or not (self.decided and (self.committed or self.leaning)):
            return ""
        if math.isnan(self.low):
            return "the pool's memory cost more" if self.ratio > 1 else "new memory cost more"
        # Both outcomes were possible, because of the least certain price.
        ends = {"collections": "gc", "a pool's memory": "turn", "new memory": "work"}
        widths = {
            name: (self.values[f"{key}_high"] or 0.0) - (self.values[f"{key}_low"] or 0.0)
            for name, key in ends.items()
        }
        return f"a wide range, mostly for {max(widths, key=lambda name: widths[name])}"


@dataclasses.dataclass(frozen=True)
class Score:
    """For how many pairs the advice was right."""

    pairs: Sequence[Advised]

    @property
    def counts(self) -> dict[str, tuple[int, int]]:
        """What a pair may be -> how many are, and of how many.

        committed, leaning, named: the advice is right, of those decided, in either, and in both;
        leave: likewise, if it says to allocate; leave decided: these, of all that say so; pooling,
        pooling leaning: that would be right, of named and leaning; inside, above: of its range, of
        all.
        """
        decided = [one for one in self.pairs if one.decided]
        named = [one for one in decided if one.committed or one.leaning]
        kinds = {
            "committed": [one.right for one in named if one.committed],
            "leaning": [one.right for one in named if one.leaning],
            "named": [one.right for one in named],
            "leave": [one.right for one in named if one.advice == "leave"],
            "leave decided": [one.decided for one in self.pairs if one.advice == "leave"],
            "pooling": [one.ratio < one.needed for one in named],
            "pooling leaning": [one.ratio < one.needed for one in named if one.leaning],
            "inside": [one.inside for one in self.pairs if not math.isnan(one.low)],
            "above": [one.ratio > one.high for one in self.pairs if not math.isnan(one.low)],
        }
        return {kind: (sum(are), len(are)) for kind, are in kinds.items()}

    @property
    def width(self) -> float:
        """Median over all pairs of the range's upper end divided by its lower one."""
        widths = [one.high / one.low for one in self.pairs]
        return statistics.median_high(widths) if widths else 1.0


def advised(dataset: Dataset, prices: Mapping[str, float | None]) -> Iterator[Advised]:
    """All pairs of the data set, ordered by name; none if its runs were scaled down.

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
                ratio = estimate.ratio if estimate else _mean(pool) / _mean(record)
                values |= {"unit_ns": _mean(record)}
                yield Advised(record.cell, low, high, verdict.name, ratio, estimate, values)


def traced(dataset: Dataset, traces: Iterable[Mapping[str, Any]]) -> Iterator[Advised]:
    """C++'s pairs of the data set, with the advice on the site that allocates its packets.

    It has no range: the time that it does tell is that of the machine on which it was traced.
    """
    for trace in () if dataset.scaled else traces:
        name = "{implementation}-{{}}-{case}-batch-{generator}".format(**trace)
        new, pool = (dataset.records.get(name.format(one)) for one in ("alloc", "pool"))
        if new and pool and new.model.batch and pool.model.batch:
            advice = native_rules().verdict(trace["site"]).name
            estimate = dataset.rounds(pool).against(dataset.rounds(new))
            ratio = estimate.ratio if estimate else _mean(pool) / _mean(new)
            advice = "leave" if advice == "inside" else advice
            yield Advised(new.cell, math.nan, math.nan, advice, ratio, estimate)


def _is_good(record: Record) -> bool:
    return record.status == "ok" and bool(record.model.batch and record.model.gc)


def _mean(record: Record) -> float:
    return record.model.batch.ns_per_packet.mean


def _known(record: Record) -> Values:
    """The rules' inputs: from the allocating run's log, and as from a recording of its program."""
    cell, gc, batch = record.cell, record.model.gc, record.model.batch
    program = PROGRAMS.get(cell["implementation"])
    if program is None:
        return {}
    ns = _mean(record)
    stalled = (gc.stalled_ms or 0.0) * 1e6 / (ns * batch.packets)
    rate = program.packet_bytes / ns * 1e9 / 2**20
    left = [used for _, used in gc.timeline.heap] if gc.timeline else []
    return {
        "share": min(1.0, gc.fraction_pct / 100 + stalled),
        "rate_mb_s": rate,
        "alive_mb": min(left, default=None),
        "room_mb": rate / gc.pauses_per_s if gc.pauses_per_s else None,
        "pool_share": program.pooled_bytes / program.packet_bytes,
        "pool_mb": (POOLED - IN_USE[cell["case"]]) * program.pooled_bytes / 2**20,
        "thing_bytes": program.pooled_bytes,
        "threads": 1,
        **rules().of_collector(gc.collector_name),
    }
