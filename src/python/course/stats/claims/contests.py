"""What a bench says of a claim: contestants compared round by round."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

from course.model.spread import Spread, ratios
from course.stats.benches import BenchRecord
from course.stats.claims.model import Bench, Contest
from course.stats.claims.outcome import FAILS, HOLDS, INCONCLUSIVE, UNMEASURED, Outcome, Tried
from course.stats.noise import ONE_PROCESS, are_sittings_apart
from course.stats.numbers import quantity

Contests = Callable[[str], BenchRecord | None]
"""Bench -> its record in a data set; None: it has none."""


def contest(test: Bench, contests: Contests | None) -> Tried:
    """The verdict; no outcome when the data set has no record of the bench.

    Contestants are compared by their ratio in each round, a contestant with a number by its values:
    the relation holds, or fails, where eight rounds in ten lie on one side. Of contestants whose
    groups were measured hours apart it must do so by more than hours may change.
    """
    key = (test,)
    record = contests(test.bench) if contests else None
    if record is None:
        return key, None
    what = f"bench {test.bench}: {record.metrics[test.left.metric]['title']}"
    apart = False
    left = _values(record, test.left)
    if isinstance(test.right, Contest):
        right = _values(record, test.right)
        spread = Spread.of(ratios(left, right).values())
        name = f"{_label(record, test.left)} / {_label(record, test.right)}"
        texts = _median(record, test.left), _median(record, test.right)
        missing = [one for one in (test.left, test.right) if not _values(record, one)]
        limit = test.factor
        apart = are_sittings_apart(*(record.measured(one.contestant)
                                     for one in (test.left, test.right)))  # fmt: skip
    else:
        spread, name = Spread.of(left.values()), _label(record, test.left)
        unit = record.metrics[test.left.metric]["unit"]
        texts = _median(record, test.left), quantity(test.right, unit)
        missing = [] if left else [test.left]
        limit = test.right * test.factor
    if spread is None:
        reason = _why(record, missing[0]) if missing else "no round has both figures"
        return key, Outcome(what, name, *texts, UNMEASURED, reason)
    verdict = _verdict(test, _drifted(spread) if apart else spread, limit)
    doubt = "measured hours apart" if apart and verdict == INCONCLUSIVE else ""
    return key, Outcome(what, name, *texts, verdict, doubt)


def _drifted(spread: Spread) -> Spread:
    """The spread of a ratio after hours in which the machine's mood may have changed both sides."""
    far = math.exp(math.hypot(ONE_PROCESS, ONE_PROCESS))
    return dataclasses.replace(spread, low=spread.low / far, high=spread.high * far)


def _verdict(test: Bench, spread: Spread, limit: float) -> str:
    if test.relation == "alike":
        low, high = limit / (1 + test.tolerance), limit * (1 + test.tolerance)
        if low <= spread.low and spread.high <= high:
            return HOLDS
        return FAILS if spread.high < low or spread.low > high else INCONCLUSIVE
    below, above = spread.high <= limit, spread.low >= limit
    if below == above:
        return INCONCLUSIVE
    return HOLDS if below == (test.relation == "less") else FAILS


def _values(record: BenchRecord, one: Contest) -> dict[int, float]:
    """Round -> value; none of a contestant that failed, was skipped, or took no part."""
    figure = record.contestants.get(one.contestant, {}).get("figures", {}).get(one.metric)
    values = figure["values"] if figure else []
    return {number: value for number, value in enumerate(values, start=1) if value is not None}


def _median(record: BenchRecord, one: Contest) -> str:
    spread = Spread.of(_values(record, one).values())
    if spread is None:
        return UNMEASURED
    return quantity(spread.median, record.metrics[one.metric]["unit"])


def _label(record: BenchRecord, one: Contest) -> str:
    return record.contestants.get(one.contestant, {}).get("label", one.contestant)


def _why(record: BenchRecord, one: Contest) -> str:
    """Why there is no figure."""
    found = record.contestants.get(one.contestant)
    if found is None:
        return f"{one.contestant} took no part in this run"
    return found["reason"] or found["skipped"].get(one.metric) or "this was not measured"
