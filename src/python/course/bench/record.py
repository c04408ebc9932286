"""The record of a bench: all values of every round, what follows from them, and their origin."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from course import model
from course.bench import bound
from course.bench.counting import Counted
from course.bench.session import SEED, Session, Sheet
from course.measure.record import portable
from course.model import bench_definition
from course.model.bench import Comparison, Goal, Metric
from course.model.spread import Spread, ratios, verdict
from course.process.files import write_atomically
from course.process.provenance import Provenance
from course.process.schemas import Schema

SCHEMA = Path(model.__file__).with_name("bench.schema.json")

Record = dict[str, Any]


class Rounds(Protocol):
    """Rounds that are over: a session's, or those of several."""

    comparison: Comparison
    done: int
    """How many there are."""
    sheets: dict[str, Sheet]


def build(
    session: Session,
    provenance: Provenance,
    *,
    caveats: list[str],
    started: str,
    duration_s: float,
    counts: Sequence[Counted] = (),
    quick: bool = False,
) -> Record:
    """The record of a session that has ended, be it early. Its schema is bench.schema.json.

    quick: whether the comparison is only the trimmed choice of its contestants.
    """
    return assemble(
        session,
        asked={
            "rounds": session.rounds,
            "seconds": session.seconds,
            "seed": SEED,
            "quick": quick,
        },
        counts=[one.to_dict() for one in counts],
        caveats=caveats,
        provenance=provenance_of(session.comparison, provenance, started, duration_s),
    )


def assemble(
    session: Rounds,
    *,
    asked: Record,
    caveats: list[str],
    provenance: Record,
    counts: Sequence[Record] = (),
    again: Sequence[Record] = (),
) -> Record:
    """A record of what the rounds say and of what is told of them, checked.

    again: of the groups that were measured later than the others.
    """
    comparison = session.comparison
    record = {
        "schema": 1,
        "bench": comparison.name,
        "title": comparison.title,
        "rounds": session.done,
        "asked": asked,
        "groups": [dataclasses.asdict(group) for group in comparison.groups],
        "metrics": [metric_of(one) for one in comparison.metrics],
        "contestants": [_contestant(session, sheet) for sheet in session.sheets.values()],
        "goals": [goal_of(session, goal) for goal in comparison.goals],
        "bounds": _bounds(session),
        "counts": [*counts],
        "caveats": caveats,
        **({"again": [*again]} if again else {}),
        "provenance": provenance,
    }
    validate(record)
    return record


def provenance_of(
    comparison: Comparison, provenance: Provenance, started: str, duration_s: float
) -> Record:
    """Where figures come from, as records have it."""
    return {
        "commit": provenance.commit,
        "dirty": provenance.dirty,
        "source_hash": provenance.source_hash(comparison.name),
        "machine": provenance.machine,
        "started": started,
        "duration_s": duration_s,
    }


def write(record: Record, file: Path) -> None:
    """Write the record: at any moment the file is the old or the new one. Raises OSError."""
    write_atomically(file, json.dumps(record, indent=1, allow_nan=False) + "\n")


def validate(record: Any) -> None:
    """Check a record against the schema. Raises ValueError: a defect of ours."""
    complaint = Schema.of_file(SCHEMA).complaint(record)
    if complaint is not None:
        raise ValueError(complaint)


def metric_of(one: Metric) -> Record:
    """A metric as records have it."""
    keys = ("name", "title", "unit", "better", "caption", "main")
    return {key: getattr(one, key) for key in keys}


def _contestant(session: Rounds, sheet: Sheet) -> Record:
    comparison, one = session.comparison, sheet.contestant
    return {
        "id": one.id,
        "label": one.label,
        "group": one.group,
        "definition": bench_definition.definition(
            comparison, one, (metric.name for metric in comparison.metrics)
        ),
        "status": sheet.status,
        "reason": sheet.reason,
        "skipped": {
            metric.name: reason
            for metric in comparison.metrics
            if (reason := sheet.skipped(metric)) is not None
        },
        "commands": {run: portable(words) for run, words in sheet.commands.items()},
        "runtime": portable(sheet.runtime),
        "turns": [
            {
                "round": taken.round,
                "run": taken.run,
                "started": taken.turn.started,
                "duration_s": taken.turn.duration_s,
                "peak_rss_mb": taken.turn.peak_rss_mb,
                "results": taken.turn.results,
            }
            for taken in sheet.turns
        ],
        "figures": {
            metric.name: figure
            for metric in comparison.metrics
            if (figure := figure_of(session, sheet, metric)) is not None
        },
    }


def figure_of(session: Rounds, sheet: Sheet, metric: Metric) -> Record | None:
    """A contestant's figure, and its ratio to the baseline's; None when it has none."""
    comparison, name = session.comparison, metric.name
    values = sheet.values(comparison, name)
    spread = Spread.of(values.values())
    if spread is None:
        return None
    base = session.sheets.get(comparison.baseline(sheet.contestant))
    quotients = ratios(values, base.values(comparison, name)) if base else {}
    return {
        "values": [values.get(number) for number in range(1, session.done + 1)],
        **_spread(spread),
        "ratio": _spread(Spread.of(quotients.values())),
        **_percentiles(sheet, metric),
    }


def _percentiles(sheet: Sheet, metric: Metric) -> Record:
    """All percentiles of a metric that has them; what is compared is but their median."""
    found = sheet.percentiles(metric)
    if not found:
        return {}
    return {"percentiles": {rank: _spread(Spread.of(values)) for rank, values in found.items()}}


def _spread(spread: Spread | None) -> Record | None:
    if spread is None:
        return None
    return {"median": spread.median, "low": spread.low, "high": spread.high}


def goal_of(session: Rounds, goal: Goal) -> Record:
    """A goal with the figure that decides it."""
    comparison = session.comparison
    sheet = session.sheets.get(goal.contestant)
    values = sheet.values(comparison, goal.metric) if sheet else {}
    if goal.against:
        other = session.sheets.get(goal.against)
        values = ratios(values, other.values(comparison, goal.metric) if other else {})
    spread = Spread.of(values.values())
    return {
        "statement": goal.statement,
        "contestant": goal.contestant,
        "against": goal.against or None,
        "metric": goal.metric,
        "at_most": goal.at_most,
        "figure": _spread(spread),
        "verdict": verdict(spread, goal.at_most),
    }


def _bounds(session: Rounds) -> list[Record]:
    """The lower bound of each metric that has one, and everybody's distance from it."""
    comparison = session.comparison
    if comparison.bound is None:
        return []
    moved = bound.traffic(comparison.bound.generator)
    made = []
    for metric, sources in comparison.bound.lines.items():
        prices = {name: price for name in sources if (price := _price(session, name)) is not None}
        if not prices:
            continue
        cheapest = min(prices, key=lambda name: prices[name])
        least = bound.bound_ns(moved, prices[cheapest])
        made.append(
            {
                "metric": metric,
                "ns": least,
                "lines": moved.lines,
                "ns_per_line": prices[cheapest],
                "from": cheapest,
                "times": {
                    name: spread.median / least
                    for name, sheet in session.sheets.items()
                    if (spread := Spread.of(sheet.values(comparison, metric).values()))
                },
            }
        )
    return made


def _price(session: Rounds, metric: str) -> float | None:
    """ns per line, by whoever measured it."""
    for sheet in session.sheets.values():
        spread = Spread.of(sheet.values(session.comparison, metric).values())
        if spread is not None:
            return spread.median
    return None
