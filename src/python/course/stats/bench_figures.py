"""Bench figures for pages: in sentences, or in table cells."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from course.model.bench_record import MEDIAN
from course.model.pairs import Verdict
from course.stats.benches import Benches, BenchRecord
from course.stats.errors import choose
from course.stats.figures import Figure
from course.stats.noise import ONE_PROCESS
from course.stats.numbers import enumerated
from course.stats.rounds import BenchRounds
from course.stats.values import compare

KINDS = ("mean", "ratio", "bound")
"""Kinds of figures: the value, its ratio to the baseline's, or to the estimated floor."""

NOT_PART = "not part of this run"
"""Why a contestant has no figure if a trimmed selection or an old record lacks it."""


class BenchValues:
    """Figures by the names that pages use. Unknown names raise FigureError.

    A contestant that failed or was skipped is no error: it renders as ``not measured: reason``.
    """

    def __init__(self, benches: Benches) -> None:
        self._benches = benches

    def value(
        self, name: str, contestant: str, metric: str, of: str = "mean", *, percentile: str = MEDIAN
    ) -> Figure:
        """A figure: ``bench_value("queue", "run-ring", "interval")``, also with ``of="ratio"``.

        ``percentile="99.9"`` selects one, if the metric has percentiles.
        """
        record = self._benches.primary(name)
        if percentile != MEDIAN:
            choose(of, ("mean",), "kind of figure of a percentile")
            return at_percentile(record, contestant, metric, percentile)
        return figure(record, contestant, metric, of)

    def bound(self, name: str, metric: str) -> Figure:
        """The estimated floor of a metric: ``bench_bound("limit", "ns_c")``."""
        record = self._benches.primary(name)
        choose(metric, record.metrics, "metric")
        unit, about = record.metrics[metric]["unit"], f"{name}, estimated floor of {metric}"
        bound = record.bound(metric)
        if bound is None:
            return Figure.absent(unit, "the cost of a cache line was not measured", about)
        about += f": {bound['lines']:.3g} lines of {bound['ns_per_line']:.3g} ns"
        return Figure(bound["ns"], unit, about=about)

    def apart(self, name: str, contestant: str, metric: str) -> Figure:
        """How far rounds are from their mean, as :func:`apart` has it, in per cent."""
        found = self.value(name, contestant, metric)
        return dataclasses.replace(
            Figure.absent("%", found.reason or NOT_PART, found.about), value=apart(found)
        )

    def winners(self, name: str, contestant: str, metric: str) -> str:
        """Who is faster than a contestant, of its group: ``jemalloc and Boost.Pool``, ``none``,
        ``Boost.Pool (inconclusive: tcmalloc)``.
        """
        record, its = self._benches.primary(name), self.value(name, contestant, metric)
        group = record.contestants[contestant]["group"] if its.known else None
        labels: dict[str, list[str]] = {}
        for one in record.contestants.values():
            if one["group"] == group and one["id"] != contestant:
                verdict = compare(figure(record, one["id"], metric), its)
                labels.setdefault(verdict, []).append(one["label"])
        faster, undecided = (
            enumerated(labels.get(verdict, [])) for verdict in (Verdict.FASTER, Verdict.OPEN)
        )
        return (faster or "none") + (f" (inconclusive: {undecided})" if undecided else "")


def figure(record: BenchRecord, contestant: str, metric: str, of: str = "mean") -> Figure:
    """A contestant's figure. Raises FigureError for unknown names."""
    choose(metric, record.metrics, "metric")
    choose(of, KINDS, "kind of figure")
    what = record.metrics[metric]
    unit = what["unit"] if of == "mean" else "x"
    one = record.contestants.get(contestant)
    if one is None:
        choose(contestant, record.known, "contestant")
        return Figure.absent(unit, NOT_PART, contestant)
    about = f"{one['label']}: {what['title']}" + (f", {of}" if of != "mean" else "")
    found = one["figures"].get(metric)
    if found is None:
        status, reason = _why_none(one, metric)
        return Figure(None, unit, status=status, reason=reason, about=about)
    if of == "bound":
        bound = record.bound(metric)
        times = bound and bound["times"].get(contestant)
        if times is None:
            return Figure.absent(unit, "there is no estimated floor", about)
        return Figure(times, unit, about=about)
    if of == "ratio":
        ratio = found["ratio"]
        if ratio is None:
            return Figure.absent(unit, "there is nothing to compare it with", about)
        noise = max(ratio.high - ratio.value, ratio.value - ratio.low)
        return Figure(
            ratio.value, unit, ratio.low, ratio.high, noise, about=about, is_interval=True
        )
    low, mean, high = found["low"], found["mean"], found["high"]
    rounds = record.rounds(contestant, metric)
    return Figure(
        mean,
        unit,
        low,
        high,
        noise=ONE_PROCESS * mean if len(rounds) == 1 else max(high - mean, mean - low),
        about=about,
        started=record.measured(contestant),
        drift=ONE_PROCESS,
        rounds=BenchRounds(rounds, one["started"], record.raw["priors"][metric]),
    )


def apart(found: Figure) -> float | None:
    """Half the distance from the shortest round to the longest, in per cent of the mean."""
    if found.value is None or found.low is None or found.high is None:
        return None
    return 50 * (found.high - found.low) / found.value


def groups_of(record: BenchRecord, metric: str, groups: Sequence[str]) -> list[str]:
    """Check the requested groups; none: all. Raises FigureError for unknown names."""
    choose(metric, record.metrics, "metric")
    for group in groups:
        choose(group, record.groups, "group")
    return [*(groups or record.groups)]


def at_percentile(record: BenchRecord, contestant: str, metric: str, rank: str) -> Figure:
    """A percentile of a contestant's metric, averaged over rounds. Raises FigureError."""
    whole = figure(record, contestant, metric)
    if whole.value is None:
        return whole
    found = record.contestants[contestant]["figures"][metric].get("percentiles", {})
    choose(rank, found, f"percentile of {metric}")
    spread, about = found[rank], f"{whole.about}, {rank} %"
    ends = {"value": spread["mean"], "low": spread["low"], "high": spread["high"]}
    return dataclasses.replace(whole, **ends, noise=0.0, about=about, rounds=None)


def _why_none(one: dict[str, Any], metric: str) -> tuple[str, str]:
    if one["status"] != "ok":
        return one["status"], one["reason"]
    if metric in one["skipped"]:
        return "skipped", one["skipped"][metric]
    return "absent", "not measured for this contestant"
