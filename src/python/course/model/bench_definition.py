"""Where a record's figures come from, and whether its bench's file still says the same of them.

Benches' files are in no hash of sources. So a record has a hash of what the file said of each
contestant; where one differs from today's, the record is stale. What changes no figure is not
hashed: titles, labels, captions. And what was added since, be it a contestant, a metric or a goal,
takes nothing from figures that were there before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from course.model.bench import Comparison, Contestant, Goal, Metric

Record = dict[str, Any]


def of_group(record: Record, group: str) -> Record:
    """The provenance of a group: the record's, or its own where it was measured again."""
    later = (one for one in record.get("again", ()) if group in one["groups"])
    return next(later, record)["provenance"]


def source_hashes(record: Record) -> set[str]:
    """The hashes of the sources that the record's figures are of: one, unless it is stale."""
    groups = {one["group"] for one in record["contestants"]}
    return {of_group(record, group)["source_hash"] for group in groups}


def definition(
    comparison: Comparison,
    one: Contestant,
    metrics: Iterable[str],
    runs: Iterable[str] | None = None,
) -> str:
    """SHA-256, in hex, over what a contestant runs and what those metrics take of its output.

    runs: only these of its program's; None: all.
    """
    program, wanted = one.program, set(metrics)
    chosen = set(program.runs if runs is None else runs)
    said = {
        "contestant": [one.id, one.name, one.arguments, one.preload],
        "baseline": comparison.baseline(one),
        "program": [program.command, program.arguments, program.output, program.jdk],
        "runs": {name: words for name, words in program.runs.items() if name in chosen},
        "metrics": {
            metric.name: _taken(metric)
            for metric in comparison.metrics
            if metric.name in wanted and metric.run in ("", *program.runs)
        },
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _taken(metric: Metric) -> list[Any]:
    """What a metric takes of a program's output."""
    what = [metric.source or metric.name, metric.run, dict(metric.where)]
    return [*what, metric.percentile] if metric.percentile else what


def redefined(record: Record, comparison: Comparison) -> list[str]:
    """The contestants of the record of which the whole bench's file now says something else.

    Nothing is known of those that have no hash: they were measured before there were any.
    """
    metrics = [one["name"] for one in record["metrics"]]
    known = {one.id: one for one in comparison.contestants}

    def is_other(one: Record) -> bool:
        if "definition" not in one:
            return False
        if one["id"] not in known:
            return True
        # A run that was added since is none of those that it has a command of.
        return one["definition"] not in (
            definition(comparison, known[one["id"]], metrics, runs)
            for runs in (None, one["commands"])
        )

    return [one["id"] for one in record["contestants"] if is_other(one)]


def is_redefined(record: Record, comparison: Comparison) -> bool:
    """Whether the file now says something else of a contestant, or of a goal, of the record."""
    if not any("definition" in one for one in record["contestants"]):
        return False
    goals = [_asked(one) for one in comparison.goals]
    other = any(one not in goals for one in _goals_of(record))
    return other or bool(redefined(record, comparison))


def is_asked(record: Record, goal: Goal) -> bool:
    """Whether the goal was set when the record was made."""
    return _asked(goal) in _goals_of(record)


def _goals_of(record: Record) -> list[tuple[Any, ...]]:
    """What a record's goals ask, whatever words they have."""
    keys = ("contestant", "against", "metric", "at_most")
    return [tuple(goal[key] for key in keys) for goal in record["goals"]]


def _asked(goal: Goal) -> tuple[Any, ...]:
    return goal.contestant, goal.against or None, goal.metric, goal.at_most
