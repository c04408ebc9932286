"""Combine the records of a bench's groups, by the current definitions in the bench's file.

Groups that were measured in one sitting ran round by round; only these have ratios.
"""

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from course.model import bench_record, bound
from course.model.bench import FLOOR, Comparison, Contestant, Goal, Metric
from course.model.bench_definition import is_of
from course.model.bench_record import GroupRecord, Turn, value_of
from course.model.pairs import NO_PRIOR, Prior
from course.model.spread import Mean, Spread, Values, prior, ratios, verdict

Summary = dict[str, Any]


def values(turns: Iterable[Turn], metric: Metric) -> dict[int, float]:
    """Round -> the metric's value."""
    return {
        turn.round: value_of(result, metric.percentile)
        for turn in turns
        for result in turn.results
        if metric.fits(turn.run, result)
    }


@dataclasses.dataclass(frozen=True)
class _Measured:
    """A contestant in the file that has a record."""

    contestant: Contestant
    told: bench_record.Contestant
    record: GroupRecord
    found: Mapping[str, Values]  # metric -> round -> value

    @property
    def started(self) -> str:
        return self.record.provenance.started

    def ratios(self, metric: str, base: "_Measured | None", base_metric: str = "") -> Values:
        """To the other one's figure of the same metric, or of its own.

        Empty if it was not measured in the same rounds.
        """
        if base is None or base.started != self.started:
            return {}
        return ratios(self.found[metric], base.found[base_metric or metric])


def of(records: Iterable[GroupRecord], comparison: Comparison) -> Summary:
    """Figures, goals, bounds, counts and origin of the records, in the order of tables.

    comparison: as in the current file. With several sittings, the first one is the summary's own,
    and ``again`` lists the others.
    """
    sittings = _sittings(records)
    made = _Summaries(comparison, [one for sitting in sittings for one in sitting]).made()
    if not sittings:
        return made | {"is_quick": False, "caveats": [], "again": [], "provenance": None}
    own = sittings[0][0]
    return made | {
        "rounds": own.rounds,
        "asked": own.asked.model_dump(),
        "is_quick": any(one.asked.quick for sitting in sittings for one in sitting),
        "caveats": own.caveats,
        "again": [
            {
                "groups": [one.group for one in sitting],
                "rounds": sitting[0].rounds,
                "caveats": sitting[0].caveats,
                "provenance": sitting[0].provenance.model_dump(),
            }
            for sitting in sittings[1:]
        ],
        "provenance": own.provenance.model_dump(),
    }


def beside_newest(records: Iterable[GroupRecord]) -> list[GroupRecord]:
    """Records with the newest one's sources and machine: it cannot be compared with others."""
    found = sorted(records, key=lambda one: one.provenance.started)
    newest = found[-1].provenance if found else None
    return [one for one in found if newest and is_of(one, newest.source_hash, newest.machine)]


def _sittings(records: Iterable[GroupRecord]) -> list[list[GroupRecord]]:
    """Groups that began together, the earliest sitting first."""
    by_start = itertools.groupby(beside_newest(records), lambda one: one.provenance.started)
    return [list(sitting) for _, sitting in by_start]


class _Summaries:
    def __init__(self, comparison: Comparison, records: Sequence[GroupRecord]) -> None:
        self._comparison = comparison
        told = {(record.group, one.id): (one, record) for record in records
                for one in record.contestants}  # fmt: skip
        self._measured: dict[str, _Measured] = {}
        for one in comparison.contestants:
            if (one.group, one.id) in told:
                ours, record = told[one.group, one.id]
                found = {metric.name: values(ours.turns, metric) for metric in comparison.metrics}
                self._measured[one.id] = _Measured(one, ours, record, found)
        self._priors = {metric.name: self._prior(metric) for metric in comparison.metrics}

    def _prior(self, metric: Metric) -> Prior:
        sittings: dict[str, list[Values]] = {}
        for one in self._measured.values():
            if found := one.found[metric.name]:
                sittings.setdefault(one.started, []).append(found)
        return prior(sittings.values())

    def made(self) -> Summary:
        comparison = self._comparison
        keys = ("name", "title", "unit", "better", "caption", "main", "label")
        return {
            "bench": comparison.name,
            "title": comparison.title,
            "groups": [dataclasses.asdict(group) for group in comparison.groups],
            "metrics": [{key: getattr(one, key) for key in keys} for one in comparison.metrics],
            "priors": self._priors,
            "contestants": [self._contestant(one) for one in self._measured.values()],
            "goals": [self._goal(one) for one in comparison.goals],
            "bounds": [*self._bounds()],
            "counts": [
                count.model_dump()
                for name, one in self._measured.items()
                for count in one.record.counts
                if count.contestant == name
            ],
        }

    def _contestant(self, one: _Measured) -> Summary:
        figures = {metric.name: self._figure(one, metric) for metric in self._comparison.metrics}
        return one.told.model_dump() | {
            "label": one.contestant.label,
            "group": one.contestant.group,
            "started": one.started,
            "figures": {name: figure for name, figure in figures.items() if figure is not None},
        }

    def _figure(self, one: _Measured, metric: Metric) -> Summary | None:
        """A contestant's figure, and its ratio to the baseline's; None when it has none."""
        found = one.found[metric.name]
        spread = Spread.of(found.values())
        if spread is None:
            return None
        base = self._measured.get(self._comparison.baseline(one.contestant))
        return {
            "values": [found.get(number) for number in range(1, one.record.rounds + 1)],
            **dataclasses.asdict(spread),
            "ratio": Mean.of(one.ratios(metric.name, base).values(), self._priors[metric.name]),
            **_percentiles(one.told.turns, metric),
        }

    def _goal(self, goal: Goal) -> Summary:
        """A goal with the mean, and the interval that decides it."""
        one = self._measured.get(goal.contestant)
        found: Values = {}
        if one is not None and goal.against == FLOOR:
            found = self._times_floor(one, goal.metric)
        elif one is not None and goal.against:
            found = one.ratios(goal.metric, self._measured.get(goal.against), goal.against_metric)
        elif one is not None:
            found = one.found[goal.metric]
        # A ratio does not see what the machine does meanwhile, and a value does: what ratios vary
        # by is not lent to it.
        of = self._priors[goal.metric] if goal.against else NO_PRIOR
        mean = Mean.of(found.values(), of)
        return {
            **dataclasses.asdict(goal),
            "against": goal.against or None,
            "figure": mean,
            "verdict": verdict(mean, goal.at_most),
        }

    def _times_floor(self, one: _Measured, metric: str) -> Values:
        """Round -> the multiple of the estimated floor, by the line's price of the same round."""
        assert self._comparison.bound is not None
        if (cheapest := self._cheapest(metric)) is None:
            return {}
        moved = bound.traffic(self._comparison.bound.generator)
        _, of_line, base = cheapest
        found = one.ratios(metric, base, of_line)
        return {number: ratio / moved.lines for number, ratio in found.items()}

    def _bounds(self) -> Iterator[Summary]:
        """The estimated floor of each metric that has one, and all contestants' multiples of it."""
        if self._comparison.bound is None:
            return
        moved = bound.traffic(self._comparison.bound.generator)
        for metric in self._comparison.bound.lines:
            if (cheapest := self._cheapest(metric)) is None:
                continue
            ns_per_line, of_line, _ = cheapest
            least = bound.bound_ns(moved, ns_per_line)
            yield {
                "metric": metric,
                "ns": least,
                "lines": moved.lines,
                "ns_per_line": ns_per_line,
                "from": of_line,
                "times": {
                    name: spread.mean / least
                    for name, one in self._measured.items()
                    if (spread := Spread.of(one.found[metric].values()))
                },
            }

    def _cheapest(self, metric: str) -> tuple[float, str, _Measured] | None:
        """Return the metric with the cheapest line: its ns, its name, its contestant."""
        assert self._comparison.bound is not None
        prices = []
        for name in self._comparison.bound.lines[metric]:
            one = next((one for one in self._measured.values() if one.found[name]), None)
            if one and (spread := Spread.of(one.found[name].values())):
                prices.append((spread.mean, name, one))
        return min(prices, key=lambda price: price[0], default=None)


def _percentiles(turns: Iterable[Turn], metric: Metric) -> Summary:
    """All percentiles of a metric that has them; only their median is compared."""
    found: dict[str, list[float]] = {}
    for turn in turns:
        for result in turn.results:
            if not metric.percentile and metric.fits(turn.run, result):
                for rank, value in result.get("percentiles", {}).items():
                    found.setdefault(rank, []).append(value)
    spreads = {rank: Spread.of(every) for rank, every in found.items()}
    made = {rank: dataclasses.asdict(one) for rank, one in spreads.items() if one is not None}
    return {"percentiles": made} if made else {}
